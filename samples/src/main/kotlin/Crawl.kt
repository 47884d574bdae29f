package samples

import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import java.util.concurrent.Executors
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withPermit
import timemory.ThreadCpuClock
import timemory.WallClock
import timemory.bundle
import timemory.measureSuspending
import timemory.measured

/*
 * Coroutines: follows the links of a small web site, served from this very process, as it would those of a real one.
 *
 * Each page is fetched by its own coroutine. It is suspended while the server answers, and resumes on whichever thread is free; even so,
 * `fetch` and `parse` are under `page`, and `page` is under the `crawl` that launched it. What to look for:
 *
 * - `crawl` has 1 lap; `page`, `fetch` and `parse` have one for each page;
 * - in the wall clock, all `page`s together took far more time than `crawl` because they ran concurrently;
 * - in `active_time` and `suspended_time`, a `fetch` is suspended for nearly all of its time; in `thread_cpu_clock` it costs next to
 *   nothing, although it was resumed on several threads (`thread_changes`).
 */

private val tools = bundle<WallClock, ThreadCpuClock>()
private val links = Regex("""href="(/\d+)"""")

/** Follows links from the page [first] of a site at [address], and returns the addresses of all pages found. */
internal suspend fun crawl(address: URI, first: String): Set<String> {
    val client = HttpClient.newHttpClient()
    val connections = Semaphore(16)
    val found = LinkedHashSet(listOf(first))
    measureSuspending<WallClock, ThreadCpuClock>("crawl") {
        var pages: List<String> = listOf(first)
        while (pages.isNotEmpty()) {
            val linked = coroutineScope {
                pages.map { page -> async { connections.withPermit { linksOf(client, address.resolve(page)) } } }.awaitAll()
            }
            pages = linked.flatten().filter(found::add)
        }
    }
    return found
}

private suspend fun linksOf(client: HttpClient, page: URI): List<String> = tools.measureSuspending("page") {
    val request = HttpRequest.newBuilder(page).build()
    val text = tools.measureSuspending("fetch") {
        var answer = client.sendAsync(request, BodyHandlers.ofString()).await()
        while (answer.statusCode() == BUSY) {
            delay(5)
            answer = client.sendAsync(request, BodyHandlers.ofString()).await()
        }
        answer.body()
    }
    tools.measure("parse") { links.findAll(text).map { it.groupValues[1] }.toList() }
}

/** A site of [pages] pages: page n links to pages 2n + 1 and 2n + 2. It responds slowly and is too busy for every tenth request. */
internal fun serve(pages: Int): HttpServer {
    val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
    server.executor = Executors.newFixedThreadPool(8) { task -> Thread(task, "server").also { it.isDaemon = true } }
    val requests = java.util.concurrent.atomic.AtomicInteger()
    server.createContext("/") { exchange ->
        Thread.sleep(4)
        val page = exchange.requestURI.path.drop(1).toInt()
        val isBusy = requests.incrementAndGet() % 10 == 0
        val text = (listOf(2 * page + 1, 2 * page + 2).filter { it < pages }).joinToString("") { "<p><a href=\"/$it\">$it</a></p>" }
        val body = "<html><body>$text${"<p>text</p>".repeat(2000)}</body></html>".toByteArray()
        exchange.sendResponseHeaders(if (isBusy) BUSY else 200, body.size.toLong())
        exchange.responseBody.use { it.write(body) }
    }
    server.start()
    return server
}

private const val BUSY = 503

/** Argument: the number of pages, by default 255. */
fun main(arguments: Array<String>) {
    val pages = arguments.firstOrNull()?.toInt() ?: 255
    val server = serve(pages)
    try {
        val address = URI("http://${server.address.address.hostAddress}:${server.address.port}/")
        val found = runBlocking(Dispatchers.Default + measured()) { crawl(address, "/0") }
        println("${found.size} pages found of $pages")
    } finally {
        server.stop(0)
    }
}
