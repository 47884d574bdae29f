package timemory.export.wire.internal

/**
 * A set of thread numbers in ascending order.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 */
internal class ThreadNumbers {
    private var numbers = IntArray(4)
    var size: Int = 0
        private set

    operator fun get(index: Int): Int = numbers[index]

    val isPrimaryAlone: Boolean get() = size == 1 && numbers[0] == 0

    fun clear() {
        size = 0
    }

    fun becomePrimary() {
        numbers[0] = 0
        size = 1
    }

    /** Adds [number], which must be above all others so far. */
    fun add(number: Int) {
        if (size == numbers.size) numbers = numbers.copyOf(2 * size)
        numbers[size++] = number
    }

    fun copyFrom(other: ThreadNumbers) {
        if (numbers.size < other.size) numbers = IntArray(other.numbers.size)
        other.numbers.copyInto(numbers, 0, 0, other.size)
        size = other.size
    }

    fun addAll(other: ThreadNumbers) {
        if (isSameAs(other)) return
        val own = numbers
        val ownSize = size
        numbers = IntArray(ownSize + other.size)
        size = 0
        var a = 0
        var b = 0
        while (a < ownSize || b < other.size) {
            val next = if (b == other.size || a < ownSize && own[a] <= other.numbers[b]) own[a] else other.numbers[b]
            if (a < ownSize && own[a] == next) a++
            if (b < other.size && other.numbers[b] == next) b++
            add(next)
        }
        if (numbers.isEmpty()) numbers = own
    }

    private fun isSameAs(other: ThreadNumbers): Boolean {
        if (size != other.size) return false
        for (i in 0 until size) if (numbers[i] != other.numbers[i]) return false
        return true
    }

    fun write(out: WireOutput) {
        out.unsigned(size)
        var last = -1
        for (i in 0 until size) {
            out.unsigned(numbers[i] - last - 1)
            last = numbers[i]
        }
    }

    fun read(input: WireInput) {
        clear()
        var last = -1L
        for (i in 0 until input.count(Int.MAX_VALUE, "the number of threads")) {
            last += 1L + input.count(Int.MAX_VALUE, "the number of a thread")
            if (last > Int.MAX_VALUE) input.damaged("thread $last")
            add(last.toInt())
        }
    }
}
