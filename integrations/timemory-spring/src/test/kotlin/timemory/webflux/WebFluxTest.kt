package timemory.webflux

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.time.Duration
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import kotlin.test.AfterTest
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext
import org.springframework.boot.SpringApplication
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.context.annotation.Import
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.reactive.function.server.RouterFunction
import org.springframework.web.reactive.function.server.RouterFunctions
import org.springframework.web.reactive.function.server.ServerResponse
import reactor.core.publisher.Flux
import reactor.core.publisher.Hooks
import reactor.core.publisher.Mono
import reactor.core.scheduler.Schedulers
import timemory.Timemory
import timemory.WallClock
import timemory.measure
import timemory.results.Results
import timemory.spring.RegionPaths

/** A WebFlux program, whose requests go from thread to thread in steps. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(Orders::class)
open class ReactiveShop {
    @Bean
    open fun functional(): RouterFunction<ServerResponse> = RouterFunctions.route()
        .GET("/functional/{thing}") { request ->
            measure<WallClock>("answer") { }
            ServerResponse.ok().bodyValue("functional ${request.pathVariable("thing")}")
        }
        .build()
}

@RestController
open class Orders {
    @GetMapping("/orders/{id}")
    open fun order(@PathVariable("id") id: Int): Mono<String> = Mono.delay(Duration.ofMillis(20))
        .map { measure<WallClock>("load") { } }
        .publishOn(Schedulers.boundedElastic())
        .map {
            measure<WallClock>("format") { }
            "order $id"
        }

    @GetMapping("/several")
    open fun several(): Flux<String> = Flux.range(1, 3)
        .parallel().runOn(Schedulers.parallel())
        .map {
            measure<WallClock>("part") { }
            "."
        }
        .sequential()

    @GetMapping("/suspending")
    open suspend fun suspending(): String {
        delay(5)
        withContext(Dispatchers.Default) { measure<WallClock>("count") { } }
        return "suspended"
    }

    @GetMapping("/fails")
    open fun fails(): Mono<String> = Mono.error(IllegalStateException("it fails"))
}

private val PATIENCE = Duration.ofSeconds(60)

/** WebFlux requests are regions by route, whichever threads run their steps. */
class WebFluxTest {
    @BeforeTest
    fun begin() {
        Hooks.enableAutomaticContextPropagation()
        Timemory.init {
            fileOutput = false
            coutOutput = false
        }
    }

    @AfterTest
    fun end() {
        if (Timemory.isInitialized) Timemory.finalize()
        Hooks.disableAutomaticContextPropagation()
    }

    /** Runs the program on a port. */
    private fun serve(vararg properties: String, ask: (get: (String) -> HttpResponse<String>) -> Unit): Results {
        val application = SpringApplication(ReactiveShop::class.java).apply { setWebApplicationType(WebApplicationType.REACTIVE) }
        val arguments = listOf("--server.port=0", "--spring.main.banner-mode=off", "--logging.level.root=off") + properties.map { "--$it" }
        application.run(*arguments.toTypedArray()).use { program ->
            val port = program.environment.getRequiredProperty("local.server.port")
            HttpClient.newHttpClient().let { client ->
                ask { path ->
                    val request = HttpRequest.newBuilder(URI("http://127.0.0.1:$port$path")).timeout(PATIENCE).build()
                    client.send(request, HttpResponse.BodyHandlers.ofString())
                }
            }
        }
        return assertNotNull(Timemory.finalize())
    }

    private fun Results.paths(): List<String> = RegionPaths.of(this, "wall_clock")

    @Test
    fun requestsAreRegionsByTheirRoutesWhicheverThreadsTakeTheirSteps() {
        val results = serve { get ->
            for (i in 0 until 3) assertEquals("order $i", get("/orders/$i?secret=1").body())
            assertEquals("...", get("/several").body())
            assertEquals("suspended", get("/suspending").body())
            assertEquals("functional tea", get("/functional/tea").body())
            assertEquals(500, get("/fails").statusCode())
            assertEquals(404, get("/nowhere/secret").statusCode())
        }
        assertEquals(emptyList(), results.problems)
        assertEquals(
            listOf(
                "request 8", "request > GET /** 1", "request > GET /fails 1", "request > GET /functional/{thing} 1",
                "request > GET /functional/{thing} > answer 1", "request > GET /orders/{id} 3", "request > GET /orders/{id} > format 3",
                "request > GET /orders/{id} > load 3", "request > GET /several 1", "request > GET /several > part 3",
                "request > GET /suspending 1", "request > GET /suspending > count 1",
            ),
            results.paths(),
        )
        val whole = results["wall_clock"]!!.nodes().first { it.label == "GET /orders/{id}" }.inclusive.sum
        val active = results["active_time"]!!.nodes().first { it.label == "GET /orders/{id}" }.inclusive.sum
        assertTrue(whole >= 3 * 20e6 && active > 0 && active < whole, "$active of $whole ns")
    }

    @Test
    fun requestsThatAreServedAtOnceKeepTheirRoutes() {
        val paths = listOf("/orders/1", "/several", "/suspending")
        val results = serve("spring.reactor.context-propagation=auto") { get ->
            val clients = Executors.newFixedThreadPool(8)
            try {
                val answers = List(300) { i -> clients.submit<Int> { get(paths[i % paths.size]).statusCode() } }
                for ((i, answer) in answers.withIndex()) {
                    assertEquals(200, answer.get(PATIENCE.seconds, TimeUnit.SECONDS), paths[i % paths.size])
                }
            } finally {
                clients.shutdownNow()
            }
        }
        assertEquals(
            listOf(
                "request 300", "request > GET /orders/{id} 100", "request > GET /orders/{id} > format 100",
                "request > GET /orders/{id} > load 100", "request > GET /several 100", "request > GET /several > part 300",
                "request > GET /suspending 100", "request > GET /suspending > count 100",
            ),
            results.paths(),
        )
    }

    @Test
    fun theyCanBeSwitchedOff() {
        val results = serve("timemory.requests.enabled=false") { get -> assertEquals("order 1", get("/orders/1").body()) }
        assertEquals(listOf("format 1", "load 1"), results.paths())
    }
}
