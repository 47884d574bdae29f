@file:OptIn(ExperimentalForeignApi::class, ObsoleteWorkersApi::class, NativeRuntimeApi::class)

package timemory

import kotlin.concurrent.AtomicInt
import kotlin.concurrent.Volatile
import kotlin.native.concurrent.ObsoleteWorkersApi
import kotlin.native.concurrent.TransferMode
import kotlin.native.concurrent.Worker
import kotlin.native.runtime.GC
import kotlin.native.runtime.NativeRuntimeApi
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.invoke
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.staticCFunction
import kotlinx.cinterop.toKString
import kotlinx.cinterop.value
import platform.posix.RTLD_NOW
import platform.posix.cbrt
import platform.posix.dlopen
import platform.posix.dlsym
import platform.posix.erf
import platform.posix.expf
import platform.posix.getenv
import platform.posix.ldexp
import platform.posix.log1p
import platform.posix.pow
import platform.posix.pthread_create
import platform.posix.pthread_join
import platform.posix.pthread_tVar
import platform.posix.snprintf
import platform.posix.tgamma
import timemory.bundle
import timemory.nativecalls.NativeAudit
import timemory.nativecalls.NativeCall
import timemory.nativecalls.NativeCallCount
import timemory.nativecalls.NativeGotcha
import timemory.nativecalls.OriginalFunction
import timemory.results.Results

/** Values that compilers cannot compute. */
@Volatile
private var two = 2.0

@Volatile
private var used = 0.0

/** Compilers remove calls whose results are unused. */
private fun use(result: Double) {
    used = result
}

private val laps = bundle<TripCount>()

private fun Results.laps(): String =
    this["trip_count"]?.nodes()?.joinToString(" ") { "${"_".repeat(it.depth)}${it.label}:${it.inclusive.laps}" } ?: "nothing"

class NativeGotchaTest {
    @BeforeTest
    fun nobodyKnows() {
        two = if (getenv("TIMEMORY_TEST_THREE") == null) 2.0 else 3.0
    }

    @Test
    fun callsOfAFunctionAreRegionsBelowTheOneThatIsOpen() {
        val gotcha = NativeGotcha(laps).wrap("cbrt", "f64(f64)")
        val results = session {
            use(cbrt(two))
            gotcha.during {
                laps.measure("main") { repeat(3) { assertEquals(2.0, cbrt(4 * two)) } }
                use(cbrt(two))
            }
            use(cbrt(two))
        }
        assertEquals("main:1 _cbrt:3 cbrt:1", results.laps())
        assertEquals(emptyList(), results.problems)
        gotcha.close()
    }

    @Test
    fun argumentsOfAllKindsArePassedOn() {
        val gotcha = NativeGotcha(laps).wrap("snprintf", "i32(ptr, u64, str, ...)").wrap("pow").wrap("ldexp", "f64(f64, i32)")
        val results = session {
            gotcha.during {
                memScoped {
                    val text = allocArray<ByteVar>(100)
                    snprintf(text, 100uL, "%s %d %.1f %ld %d %d %d %.2f", "a", 1, 2.5, 3L, 4, 5, 6, 7.25)
                    assertEquals("a 1 2.5 3 4 5 6 7.25", text.toKString())
                }
                assertEquals(8.0, pow(two, 3.0))
                assertEquals(16.0, ldexp(two, 3))
            }
        }
        assertEquals("snprintf:1 pow:1 ldexp:1", results.laps())
        gotcha.close()
    }

    @Test
    fun anAuditHasArgumentsAndResults() {
        val seen = ArrayList<String>()
        val audit = object : NativeAudit {
            override fun incoming(call: NativeCall) {
                seen += "${call.function}(${call.floating(0)}, ${call.integer(1)}, ${call.pointer(0)}, ${call.text(7)})"
            }

            override fun outgoing(call: NativeCall?) {
                seen += "${call!!.floatingResult} ${call.integerResult}"
            }
        }
        // Without a bundle no session is needed.
        val gotcha = NativeGotcha().wrap("ldexp", "f64(f64, i32)").audit(audit)
        gotcha.during { use(ldexp(two, -1)) }
        use(ldexp(two, 5))
        assertEquals(listOf("ldexp(2.0, -1, null, null)", "1.0 0"), seen)
        gotcha.close()
    }

    @Test
    fun anAuditThatFailsIsReportedOnceAndTheCallGoesOn() {
        val audit = object : NativeAudit {
            override fun incoming(call: NativeCall) = error("broken")
        }
        val gotcha = NativeGotcha(laps).wrap("log1p", "f64(f64)").audit(audit)
        val results = session { gotcha.during { repeat(3) { assertEquals(0.0, log1p(two - 2)) } } }
        assertEquals("log1p:3", results.laps())
        val problem = results.problems.single()
        assertContains(problem, "broken")
        gotcha.close()
    }

    @Test
    fun aFunctionIsReplacedAndTheReplacementMayGoOnWithIt() {
        val gotcha = NativeGotcha()
        original = gotcha.replace("erf", staticCFunction(::doubled))
        assertFailsWith<IllegalStateException> { original!!.pointer }
        val before = erf(two)
        gotcha.during { assertEquals(2 * before, erf(two)) }
        assertEquals(before, erf(two))
        gotcha.close()
        assertEquals(0, gotcha.slots())
    }

    @Test
    fun whatTheRuntimeCallsIsLeftAloneReportedAndCounted() {
        val exponential = kotlin.math.exp(two)
        val gotcha = NativeGotcha(laps).wrap("sin", "f64(f64)")
        gotcha.replace("exp", staticCFunction(::exponentialOfSinglePrecision))
        val counting = NativeGotcha().count("exp").count("sin")
        counting.start()
        val results = session {
            gotcha.during {
                repeat(100) {
                    assertEquals(exponential, kotlin.math.exp(two))
                    use(kotlin.math.sin(two))
                    GC.collect()
                }
                assertTrue(platform.posix.exp(two) != exponential)
                use(platform.posix.sin(two))
            }
        }
        counting.stop()
        assertEquals("sin:1", results.laps())
        assertEquals(2, results.problems.size, results.problems.toString())
        assertContains(results.problems[0], "100 calls of sin so far are not measured: they come from Kotlin's runtime")
        assertContains(results.problems[1], "100 calls of exp so far are not replaced")
        // The replacement calls expf, and neither calls exp afterwards.
        assertEquals(NativeCallCount(101L, 0L), counting.counted("sin"))
        gotcha.close()
        counting.close()
    }

    @Test
    fun callsOfThreadsThatKotlinDoesNotKnowAreMeasured() {
        val gotcha = NativeGotcha(laps).wrap("labs", "i64(i64)")
        val results = session {
            gotcha.during {
                val labs: COpaquePointer = dlsym(dlopen("libc.so.6", RTLD_NOW), "labs")!!
                repeat(10) { onThreadOfC(labs.reinterpret()) }
            }
        }
        assertEquals("labs:10", results.laps())
        // Before it was looked up, nothing had a slot of it.
        assertContains(results.problems.single(), Regex("no object calls labs through the GOT. It is in \\S*/libc.so.6"))
        gotcha.close()
    }

    @Test
    fun callsAreExactWhileThreadsCallAndTheCollectorRuns() {
        val failing = AtomicInt(0)
        val audit = object : NativeAudit {
            override fun outgoing(call: NativeCall?) {
                if (List(3) { it.toString() }.joinToString() != "0, 1, 2") failing.incrementAndGet()
            }
        }
        val gotcha = NativeGotcha(laps).wrap("cbrt", "f64(f64)").audit(audit)
        val counting = NativeGotcha().count("cbrt")
        val results = session {
            counting.during {
                gotcha.during {
                    val workers = List(4) { Worker.start() }
                    val futures = workers.map { worker -> worker.execute(TransferMode.SAFE, {}) { repeat(5_000) { use(cbrt(two)) } } }
                    repeat(20) { GC.collect() }
                    futures.forEach { it.result }
                    workers.forEach { it.requestTermination().result }
                }
            }
        }
        assertEquals("cbrt:20000", results.laps())
        assertEquals(0, failing.value)
        assertEquals(20_000L, counting.counted("cbrt").calls)
        assertEquals(NativeCallCount(0L, 0L), counting.counted("cbrt", onThisThread = true))
        gotcha.close()
        counting.close()
    }

    @Test
    fun onlyChosenFunctionsCallersAndThreadsAreMeasured() {
        val gotcha = NativeGotcha(laps).wrap("cbrt", "f64(f64)").wrap("erf", "f64(f64)").ofStartingThreads()
        val elsewhere = NativeGotcha(laps).wrap("log1p", "f64(f64)").permitCallers("libm.so*")
        val results = session {
            elsewhere.start()
            use(log1p(two))
            elsewhere.stop()
            gotcha.during {
                gotcha.permit("cb*")
                use(cbrt(two))
                use(erf(two))
                gotcha.permit()
                use(erf(two))
                val worker = Worker.start()
                worker.execute(TransferMode.SAFE, {}) { use(cbrt(two)) }.result
                worker.requestTermination().result
                NativeGotcha.passingBy { use(cbrt(two)) }
            }
        }
        assertEquals("cbrt:1 erf:1", results.laps())
        assertContains(results.problems.single(), "log1p")
        gotcha.close()
        elsewhere.close()
    }

    @Test
    fun whatCannotBeWrappedIsRefusedWithTheReason() {
        val gotcha = NativeGotcha(laps)
        fun assertRefused(why: String, describe: () -> Unit) =
            assertContains(assertFailsWith<IllegalArgumentException> { describe() }.message!!, why)
        assertRefused("it can be counted") { gotcha.wrap("malloc") }
        assertRefused("where Kotlin code cannot run") { gotcha.wrap("pthread_mutex_lock@GLIBC_2.2.5") }
        assertRefused("f80") { gotcha.wrap("cbrt", "f80(f80)") }
        assertRefused("argument 6") { gotcha.count("cbrt", 6) }
        assertRefused("does not count cbrt") { gotcha.counted("cbrt") }
        assertRefused("no name") { gotcha.wrap("") }
        gotcha.wrap("cbrt", "f64(f64)")
        gotcha.start()
        assertRefused("already started") { gotcha.wrap("erf") }
        gotcha.stop()
        gotcha.close()
    }

    @Test
    fun aFunctionThatNothingCallsIsReported() {
        val gotcha = NativeGotcha(laps).wrap("tgammaa", "f64(f64)")
        val results = session { gotcha.during { use(tgamma(two)) } }
        assertContains(results.problems.single(), "no object of this process has or calls tgammaa")
        assertEquals(0, gotcha.slots("tgammaa"))
        gotcha.close()
    }

    @Test
    fun callsAfterTheEndOfMeasuringPassOn() {
        val gotcha = NativeGotcha(laps).wrap("cbrt", "f64(f64)")
        gotcha.start()
        assertEquals("cbrt:1", session { use(cbrt(two)) }.laps())
        assertEquals(2.0, cbrt(4 * two))
        val results = session {}
        assertNull(results["trip_count"]?.find("cbrt"))
        assertEquals(emptyList(), results.problems)
        gotcha.stop()
        gotcha.close()
    }
}

private var original: OriginalFunction<(Double) -> Double>? = null

private fun doubled(x: Double): Double = 2 * original!!.pointer(x)

private fun exponentialOfSinglePrecision(x: Double): Double = expf(x.toFloat()).toDouble()

/** Calls a C function on a thread that C creates. */
private fun onThreadOfC(function: CPointer<CFunction<(COpaquePointer?) -> COpaquePointer?>>): Unit = memScoped {
    val thread = alloc<pthread_tVar>()
    check(pthread_create(thread.ptr, null, function, null) == 0)
    pthread_join(thread.value, null)
}
