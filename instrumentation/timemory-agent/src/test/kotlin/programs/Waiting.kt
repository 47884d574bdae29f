package programs

/** A Kotlin program. */
object Waiting {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val numbers = arguments.map { it.toInt() }
        println(numbers.sumOf { square(it) })
    }

    private fun square(number: Int): Int {
        var result = 0
        repeat(number) { result += number }
        return result
    }
}
