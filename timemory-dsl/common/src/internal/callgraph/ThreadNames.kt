package timemory.internal.callgraph

import timemory.internal.lean.*

/**
 * The names of threads, by their numbers, as they were when the thread first measured. A number is given to a later thread once its thread
 * has ended; then the name says how many others there were. To be used under the session's lock.
 */
internal class ThreadNames {
    private var names = arrayOfNulls<String>(FIRST)
    private var others = IntArray(FIRST)

    /** A thread called [name] has the [number]. Only the first [MAX_NAMES] numbers have names. */
    fun add(number: Int, name: String) {
        if (number >= MAX_NAMES || name.isEmpty()) return
        if (number >= names.size) {
            val size = minOf(MAX_NAMES, maxOf(number + 1, 2 * names.size))
            names = names.copyOf(size)
            others = others.copyOf(size)
        }
        // Coroutine debugging appends ' @coroutine#7' while the coroutine runs.
        val end = name.indexOf(" @").let { if (it > 0) it else name.length }
        val plain = name.substring(0, minOf(end, MAX_LENGTH))
        if (names[number] == null) names[number] = plain else if (names[number] != plain) others[number]++
    }

    /** By number; those without a name are missing. */
    fun all(): Map<Int, String> {
        val all = LinkedHashMap<Int, String>()
        for (number in 0 until names.size) {
            val name = names[number] ?: continue
            all[number] = if (others[number] == 0) name else "$name and ${others[number]} later"
        }
        return all
    }

    private companion object {
        const val FIRST = 4
        const val MAX_NAMES = 1_000
        const val MAX_LENGTH = 80
    }
}
