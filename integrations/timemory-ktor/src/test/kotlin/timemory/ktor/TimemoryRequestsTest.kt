package timemory.ktor

import io.ktor.http.HttpMethod
import io.ktor.server.application.Application
import io.ktor.server.application.install
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.header
import io.ktor.server.routing.method
import io.ktor.server.routing.post
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import kotlin.test.AfterTest
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import timemory.Timemory
import timemory.WallClock
import timemory.live.http.LiveHandler
import timemory.measure
import timemory.measureSuspending
import timemory.results.CallGraphNode
import timemory.results.Results

private const val TOKEN = "a-token-of-the-tests"

/** Requests of a Ktor server, on a real port, are regions by route. */
class TimemoryRequestsTest {
    private val client = HttpClient.newHttpClient()

    @BeforeTest
    fun begin() = Timemory.init {
        fileOutput = false
        coutOutput = false
    }

    @AfterTest
    fun end() {
        if (Timemory.isInitialized) Timemory.finalize()
    }

    private fun Application.shop() {
        routing {
            get("/orders/{id}") {
                measure<WallClock>("load") { }
                delay(10)
                withContext(Dispatchers.IO) { measure<WallClock>("query") { } }
                call.respondText("order ${call.parameters["id"]}")
            }
            route("/stock") {
                header("X-Shop", "yes") { get { call.respondText("stock") } }
                post("/{thing}/{where?}") {
                    coroutineScope {
                        List(3) { async(Dispatchers.Default) { measureSuspending<WallClock>("count") { delay(1) } } }.awaitAll()
                    }
                    call.respondText("counted")
                }
            }
            route("/any", HttpMethod("BREW")) { handle { call.respondText("tea") } }
            get("/files/{path...}") { call.respondText("file") }
            get("/") { call.respondText("home") }
            get("/fails") { error("it fails") }
            method(HttpMethod.Get) { route("/late") { handle { call.respondText("late") } } }
            timemoryLive("/measured", LiveHandler.withToken(TOKEN))
            route("/inside/in") { timemoryLive("/in", LiveHandler.withToken(TOKEN)) }
        }
    }

    private fun serve(components: String = "wall_clock", ask: (port: Int) -> Unit) {
        val server = embeddedServer(CIO, port = 0, host = "127.0.0.1") {
            install(TimemoryRequests) { this.components = components }
            shop()
        }
        server.start()
        try {
            ask(runBlocking { server.engine.resolvedConnectors().first().port })
        } finally {
            server.stop(0, 0)
        }
    }

    private fun ask(port: Int, path: String, method: String = "GET", vararg headers: String): HttpResponse<String> {
        val request = HttpRequest.newBuilder(URI("http://127.0.0.1:$port$path")).method(method, HttpRequest.BodyPublishers.noBody())
        if (headers.isNotEmpty()) request.headers(*headers)
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
    }

    private fun Results.paths(component: String): List<String> {
        val paths = ArrayList<String>()
        fun add(nodes: List<CallGraphNode>, above: String) {
            for (node in nodes) {
                paths.add("$above${node.label} ${node.inclusive.laps}")
                add(node.children, "$above${node.label} > ")
            }
        }
        add(this[component]?.roots.orEmpty(), "")
        return paths.sorted()
    }

    @Test
    fun requestsAreRegionsByTheirRoutes() {
        serve { port ->
            repeat(3) { assertEquals("order $it", ask(port, "/orders/$it?secret=1").body()) }
            assertEquals("stock", ask(port, "/stock", "GET", "X-Shop", "yes").body())
            assertEquals("counted", ask(port, "/stock/tea", "POST").body())
            assertEquals("tea", ask(port, "/any", "BREW").body())
            assertEquals("file", ask(port, "/files/a/b/c").body())
            assertEquals("home", ask(port, "/").body())
            assertEquals("late", ask(port, "/late").body())
            assertEquals(500, ask(port, "/fails").statusCode())
            assertEquals(404, ask(port, "/nowhere/secret").statusCode())
        }
        val results = assertNotNull(Timemory.finalize())
        assertEquals(emptyList(), results.problems)
        assertEquals(
            listOf(
                "request 11", "request > GET / 1", "request > GET /fails 1", "request > GET /files/{...} 1", "request > GET /late 1",
                "request > GET /orders/{id} 3", "request > GET /orders/{id} > load 3", "request > GET /orders/{id} > query 3",
                "request > GET /stock 1", "request > OTHER /any 1", "request > POST /stock/{thing}/{where?} 1",
                "request > POST /stock/{thing}/{where?} > count 3",
            ),
            results.paths("wall_clock"),
        )
        val (wall, active, suspended) = listOf("wall_clock", "active_time", "suspended_time").map { id ->
            results[id]!!.nodes().first { it.label == "GET /orders/{id}" }.inclusive.sum
        }
        assertEquals(wall, active + suspended)
        // A thread that waits for its processor leaves a coroutine long after it suspended, so the suspended time is not compared with the
        // delays.
        assertTrue(suspended > 0.0)
    }

    @Test
    fun otherComponentsCanBeChosen() {
        serve("trip_count") { port -> ask(port, "/") }
        assertEquals(listOf("request 1", "request > GET / 1"), assertNotNull(Timemory.finalize()).paths("trip_count"))
    }

    @Test
    fun whileMeasuringIsOffNothingIsRecorded() {
        Timemory.isEnabled = false
        try {
            serve { port -> assertEquals("home", ask(port, "/").body()) }
        } finally {
            Timemory.isEnabled = true
        }
        assertEquals(emptyList(), assertNotNull(Timemory.finalize()).graphs)
    }

    @Test
    fun theLivePageIsARoute() {
        serve { port ->
            repeat(3) { ask(port, "/orders/$it") }
            assertEquals(401, ask(port, "/measured/metrics").statusCode())
            val metrics = ask(port, "/measured/metrics", "GET", "Authorization", "Bearer $TOKEN")
            assertTrue("timemory_wall_clock_laps_total{region=\"GET /orders/{id}\"} 3" in metrics.body(), metrics.body())
            assertEquals("nosniff", metrics.headers().firstValue("X-Content-Type-Options").get())
            assertTrue(ask(port, "/measured/", "GET", "Authorization", "Bearer $TOKEN").body().startsWith("<!"))
            assertEquals(308, ask(port, "/measured", "GET", "Authorization", "Bearer $TOKEN").statusCode())
            assertEquals("", ask(port, "/measured/metrics", "HEAD", "Authorization", "Bearer $TOKEN").body())
            val file = ask(port, "/measured/download?format=compact", "GET", "Authorization", "Bearer $TOKEN").body()
            assertTrue("GET /orders/{id}" in file, file)
        }
    }

    @Test
    fun theLivePageMayStandInsideRoutesThatAreCalledAlike() {
        serve { port ->
            repeat(3) { ask(port, "/orders/$it") }
            for (path in listOf("/measured", "/inside/in/in")) {
                val metrics = ask(port, "$path/metrics", "GET", "Authorization", "Bearer $TOKEN")
                assertTrue("timemory_wall_clock_laps_total" in metrics.body(), metrics.body())
                assertEquals("./${path.substringAfterLast('/')}/", locationOf(port, path))
                assertTrue(ask(port, "$path/", "GET", "Authorization", "Bearer $TOKEN").body().startsWith("<!"))
            }
        }
    }

    private fun locationOf(port: Int, path: String): String =
        ask(port, path, "GET", "Authorization", "Bearer $TOKEN").headers().firstValue("Location").get()

    @Test
    fun aMountIsAPath() {
        serve { }
        assertFailsWith<IllegalArgumentException> {
            embeddedServer(CIO, port = 0) { routing { timemoryLive("measured/", LiveHandler.unauthenticated()) } }.start().stop(0, 0)
        }
    }
}
