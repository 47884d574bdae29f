package orders

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull

/*
 * A program that does not know about timemory: whoever compiles, weaves or runs it decides which of its functions are measured. It takes
 * orders, some of which fail, and processes them in coroutines.
 */

/** The articles in stock and their quantities. */
class Stock(private val amounts: MutableMap<String, Int>) {
    val isEmpty: Boolean get() = amounts.isEmpty()

    /** Takes [amount] of [article], or throws. */
    fun take(article: String, amount: Int): Int {
        val left = (amounts[article] ?: throw NoSuchElementException("no $article here")) - amount
        check(left >= 0) { "too little of $article: $left" }
        amounts[article] = left
        return left
    }

    fun take(articles: List<String>): Int {
        var sum = 0
        for (article in articles) sum += take(article, 1)
        return sum
    }

    companion object {
        fun filled(vararg articles: String): Stock {
            val amounts = HashMap<String, Int>()
            for (article in articles) amounts[article] = 1_000
            return Stock(amounts)
        }
    }
}

private fun priceOf(article: String): Long {
    var hash = 7L
    for (char in article) hash = hash * 31 + char.code
    return hash and 0xFFFF
}

private fun String.normalized(): String = buildString {
    for (char in this@normalized) if (char.isLetter()) append(char.lowercaseChar())
}

/** Local functions are measured as well. */
fun total(articles: List<String>): Long {
    fun discount(sum: Long): Long {
        var left = sum
        while (left > 50_000) left -= 1_000
        return left
    }
    return discount(articles.sumOf { priceOf(it.normalized()) })
}

suspend fun reserve(stock: Stock, articles: List<String>): Int {
    delay(2)
    return stock.take(articles)
}

suspend fun pay(amount: Long): Boolean {
    repeat(3) { delay(1) }
    return withContext(Dispatchers.Default) { isCovered(amount) }
}

private fun isCovered(amount: Long): Boolean {
    var left = amount
    while (left > 10) left /= 2
    return left > 3
}

suspend fun place(stock: Stock, articles: List<String>): Long {
    val sum = total(articles)
    try {
        reserve(stock, articles)
        for (attempt in 1..2) pay(sum)
    } catch (failure: NoSuchElementException) {
        apologize(failure)
    }
    return sum
}

private fun apologize(reason: Exception): Int {
    var words = 0
    for (word in reason.message.orEmpty().split(' ')) words += word.length
    return words
}

suspend fun waitForCarrier() {
    for (second in 1..1_000) delay(1_000)
}

suspend fun day(stock: Stock): Long = coroutineScope {
    val sums = (1..5).map { async { place(stock, listOf("Tea", "Pot $it", "Cup")) } }
    launch { withTimeoutOrNull(20) { waitForCarrier() } }
    sums.awaitAll().sum()
}

fun main(args: Array<String>) {
    val stock = Stock.filled("Tea", "Cup", "Pot 3")
    val sum = runBlocking { day(stock) }
    println("sum $sum, empty ${stock.isEmpty}, arguments ${args.size}")
}
