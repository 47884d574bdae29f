package programs

/** Like [Flow], as the Kotlin compiler generates it. */
fun inlined(n: Int): Long {
    var sum = 0L
    (0..n).filter { it % 2 == 0 }.forEach { outer ->
        repeat(3) {
            if (it == outer) return@forEach
            sum += it * outer
        }
    }
    return sum
}

fun returnsFromLambda(n: Int): Long {
    listOf(1, 2, 3, 4).forEach { one ->
        listOf(5, 6).forEach { if (it + one == n) return it * 10L + one }
    }
    return -1
}

fun loopInArguments(n: Int): Long =
    maxOf(n.toLong(), (1..n).sumOf { it.toLong() * it }, try { check(n < 5); 3L } catch (_: IllegalStateException) { -1L })

fun labelled(n: Int): Long {
    var i = 0
    outer@ while (true) {
        do {
            i++
            if (i > n) break@outer
            if (i % 4 == 0) continue@outer
        } while (i % 3 != 0)
        try {
            if (i == 7) continue
            if (i == 9) error("nine")
        } catch (_: IllegalStateException) {
            i += 2
        } finally {
            i++
        }
    }
    return i.toLong()
}

fun collects(n: Int): Long = buildList {
    for ((index, value) in (0 until n).withIndex()) {
        val text = when {
            value % 3 == 0 -> "fizz"
            value % 5 == 0 -> "buzz"
            else -> "$value"
        }
        add(text + index)
    }
}.joinToString { it.reversed() }.hashCode().toLong()

class Point(val x: Int, values: List<Int>) {
    val sum = values.sumOf { it + x }
    var last = 0

    init {
        for (value in values) {
            if (value > 5) throw IllegalArgumentException("large")
            last = value
        }
    }
}

fun constructsPoints(n: Int): Long {
    val points = List(3) { Point(it, (0..n).toList()) }
    return points.sumOf { it.sum + it.last.toLong() }
}

fun sequences(n: Int): Long = generateSequence(1) { it * 2 }.takeWhile { it < n * 10 }.map { it + n }.sum().toLong()
