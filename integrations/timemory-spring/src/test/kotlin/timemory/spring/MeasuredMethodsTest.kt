package timemory.spring

import kotlin.coroutines.Continuation
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.resume
import kotlin.test.AfterTest
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.aopalliance.intercept.MethodInvocation
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import timemory.Bundles
import timemory.Measured
import timemory.Timemory
import timemory.WallClock
import timemory.measure
import timemory.measured
import timemory.results.Results

/** Completed when an order has started that waits until it is cancelled. */
private val waiting = CompletableDeferred<Unit>()

/** Annotated bean methods are regions, including suspending ones. */
class MeasuredMethodsTest {
    open class Shop {
        @Measured
        open fun look(thing: String): String = thing

        @Measured("till", components = "wall_clock, trip_count")
        open fun pay(amount: Int): Int = if (amount > 0) amount else throw IllegalArgumentException("it is $amount")

        open fun unmarked() = "unmarked"

        @Measured("order")
        open suspend fun order(thing: String): String {
            if (thing == "never") waitForever()
            measure<WallClock>("check") { }
            delay(20)
            withContext(Dispatchers.Default) { measure<WallClock>("pack") { } }
            return thing
        }

        @Measured("at once")
        open suspend fun atOnce(thing: String): String = thing

        @Measured("fails")
        open suspend fun fails(): String {
            delay(1)
            throw IllegalStateException("sold out")
        }

        private suspend fun waitForever() {
            waiting.complete(Unit)
            awaitCancellation()
        }
    }

    @Measured(components = "trip_count")
    open class Counter {
        open fun count() = 1
    }

    @Configuration(proxyBeanMethods = false)
    open class Beans {
        @Bean
        open fun shop() = Shop()

        @Bean
        open fun counter() = Counter()
    }

    @BeforeTest
    fun begin() = Timemory.init {
        fileOutput = false
        coutOutput = false
    }

    @AfterTest
    fun end() {
        if (Timemory.isInitialized) Timemory.finalize()
    }

    private fun run(vararg properties: String, program: (Shop, Counter) -> Unit): Results {
        ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(TimemoryAutoConfiguration::class.java))
            .withUserConfiguration(Beans::class.java)
            .withPropertyValues(*properties)
            .run { program(it.getBean(Shop::class.java), it.getBean(Counter::class.java)) }
        return assertNotNull(Timemory.finalize())
    }

    private fun Results.paths(component: String): List<String> = RegionPaths.of(this, component)

    @Test
    fun markedMethodsAreRegionsByTheirNamesOrLabels() {
        val results = run { shop, counter ->
            assertEquals("tea", shop.look("tea"))
            repeat(3) { assertEquals(5, shop.pay(5)) }
            assertFailsWith<IllegalArgumentException> { shop.pay(0) }
            shop.unmarked()
            counter.count()
        }
        assertEquals(listOf("till 4", "${Shop::class.java.name}.look 1"), results.paths("wall_clock"))
        assertEquals(listOf("till 4", "${Counter::class.java.name}.count 1"), results.paths("trip_count"))
    }

    @Test
    fun functionsThatSuspendAreOneLapWhateverThreadsTheyRunOn() {
        val results = run { shop, _ ->
            runBlocking(measured()) {
                repeat(5) { launch { assertEquals("tea", shop.order("tea")) } }
                assertEquals("cup", shop.atOnce("cup"))
                assertEquals("sold out", assertFailsWith<IllegalStateException> { shop.fails() }.message)
                val never = launch { shop.order("never") }
                waiting.await()
                never.cancelAndJoin()
            }
        }
        assertEquals(
            listOf("at once 1", "fails 1", "order 6", "order > check 5", "order > pack 5"),
            results.paths("wall_clock"),
        )
        val order = results["wall_clock"]!!.roots.first { it.label == "order" }
        val suspended = results["suspended_time"]!!.roots.first { it.label == "order" }
        assertTrue(order.inclusive.sum >= 5 * 20e6, "${order.inclusive.sum} ns")
        val active = results["active_time"]!!.roots.first { it.label == "order" }
        assertEquals(order.inclusive.sum, active.inclusive.sum + suspended.inclusive.sum)
        assertTrue(suspended.inclusive.sum > 0.0)
        assertEquals(0L, order.inclusive.openLaps)
    }

    @Test
    fun theyCanBeSwitchedOff() {
        val results = run("timemory.methods.enabled=false") { shop, _ -> assertEquals("tea", shop.look("tea")) }
        assertEquals(emptyList(), results.graphs)
    }

    @Test
    fun otherComponentsCanBeChosen() {
        val results = run("timemory.methods.components=trip_count") { shop, _ -> shop.look("tea") }
        assertEquals(listOf("${Shop::class.java.name}.look 1"), results.paths("trip_count"))
    }

    /** Calls a suspending function like Spring does without Reactor. */
    private class DirectCall(private val arguments: Array<Any?>, private val body: (Continuation<Any?>) -> Any?) : MethodInvocation {
        override fun getArguments() = arguments

        @Suppress("UNCHECKED_CAST") // the proxy does the same
        override fun proceed() = body(arguments.last() as Continuation<Any?>)

        override fun getThis() = null

        override fun getStaticPart() = error("not asked for")

        override fun getMethod() = error("not asked for")
    }

    private suspend fun call(body: (Continuation<Any?>) -> Any?): Any? = suspendCoroutineUninterceptedOrReturn { caller ->
        SuspendingCall.measure(DirectCall(arrayOf(caller), body), "call", Bundles.of("wall_clock"), false)
    }

    @Test
    fun withoutReactorTheContinuationEndsTheLap() {
        runBlocking(measured()) {
            assertEquals("now", call { "now" })
            assertEquals(
                "later",
                call { caller ->
                    Thread { caller.resume("later") }.start()
                    COROUTINE_SUSPENDED
                },
            )
            assertFailsWith<IllegalStateException> { call { error("it fails") } }
        }
        val results = assertNotNull(Timemory.finalize())
        assertEquals(listOf("call 3"), results.paths("wall_clock"))
        assertEquals(0L, results["wall_clock"]!!.roots.single().inclusive.openLaps)
    }
}
