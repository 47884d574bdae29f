@file:OptIn(ExperimentalTimemoryApi::class)

package samples

import java.util.concurrent.Executors
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Semaphore
import timemory.ExperimentalTimemoryApi
import timemory.WallClock
import timemory.bundle
import timemory.measured
import timemory.sampling.CpuSamples

/*
 * Samples inside coroutines' regions: a server that answers three kinds of requests, of which `page` is slow, and the samples show why.
 *
 * Hundreds of requests are in progress at once, each in a coroutine, on two threads. The thread's stack alone says little here: it starts
 * where the coroutine was resumed, and does not show which request that was. What to look for in the picture (report.html, "Icicle", with
 * cpu_samples as the width):
 *
 * - among the regions, `page` is by far the widest, though `search` is as frequent;
 * - below it are the functions that samples found: nearly all of it is `isTerm`, which searches a list for each word. A set would be fast.
 */

private val regions = bundle<WallClock, CpuSamples>()

/** A site with [pages] pages of text, and words that its pages show in bold. */
internal class Site(private val pages: Int) {
    private val vocabulary = List(5_000) { "word" + Integer.toString(it * 7_919 % 5_000, 36) }
    private val terms = vocabulary.filterIndexed { i, _ -> i % 4 == 0 }

    suspend fun home(): String = regions.measureSuspending("home") {
        val titles = stored(0)
        titles.take(20).joinToString("\n")
    }

    suspend fun search(text: String): List<String> = regions.measureSuspending("search") {
        val words = stored(text.length)
        words.filter { it.startsWith(text) }.sorted()
    }

    suspend fun page(number: Int): String = regions.measureSuspending("page") {
        val words = stored(number % pages)
        render(words)
    }

    /** From the storage, which takes time but no CPU. */
    private suspend fun stored(number: Int): List<String> = regions.measureSuspending("load") {
        delay(2)
        List(400) { vocabulary[(number * 31 + it * 17) % vocabulary.size] }
    }

    private fun render(words: List<String>): String = buildString {
        for (word in words) append(highlighted(word)).append(' ')
    }

    private fun highlighted(word: String): String = if (isTerm(word)) "<b>$word</b>" else escaped(word)

    /** Slow: compares the word with each term. */
    private fun isTerm(word: String): Boolean = terms.any { it == word }

    private fun escaped(word: String): String = word.replace("&", "&amp;").replace("<", "&lt;")
}

/** Answers [requests] requests on two threads, as many concurrently as a busy server does, and returns the total length of all answers. */
internal fun serveRequests(requests: Int): Long {
    val site = Site(pages = 100)
    val threads = Executors.newFixedThreadPool(2) { task -> Thread(task, "server").also { it.isDaemon = true } }
    val length = java.util.concurrent.atomic.AtomicLong()
    val underWay = Semaphore(300)
    threads.asCoroutineDispatcher().use { dispatcher ->
        runBlocking(dispatcher + measured()) {
            coroutineScope {
                for (i in 0 until requests) {
                    underWay.acquire()
                    launch {
                        try {
                            length.addAndGet(answer(site, i))
                        } finally {
                            underWay.release()
                        }
                    }
                }
            }
        }
    }
    return length.get()
}

private suspend fun answer(site: Site, request: Int): Long = when (request % 4) {
    0 -> site.home().length
    1 -> site.search("word" + request % 7).size
    else -> site.page(request).length
}.toLong()

/** Argument: the number of requests, by default 20,000. */
fun main(arguments: Array<String>) {
    val requests = arguments.firstOrNull()?.toInt() ?: 20_000
    println("$requests requests were answered, by ${serveRequests(requests)} characters")
}
