@file:OptIn(ExperimentalCoroutinesApi::class)

package timemory

import kotlin.coroutines.coroutineContext
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancel
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.SharedFlow
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.shareIn
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.onTimeout
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import timemory.internal.callgraph.currentGraph
import timemory.internal.platform.processCpuNanoseconds
import timemory.internal.platform.threadCpuNanoseconds
import timemory.internal.platform.wallNanoseconds
import timemory.results.CoroutineRuns
import timemory.results.Results
import timemory.settings.SettingsBuilder

/** The laps of each place, as text. */
internal fun Results.laps(): String =
    this["trip_count"]?.nodes()?.joinToString("\n") { "  ".repeat(it.depth) + "${it.label} ${it.inclusive.laps}" } ?: "nothing"

class CoroutineTest {
    private val tools = bundle<TripCount, WallClock>()
    private val pool = Dispatchers.Default.measured()

    private fun assertLaps(expected: String, results: Results) {
        assertEquals(expected, results.laps())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun regionsInsideASuspendingRegionHangBelowItBeforeAndAfterASuspension() = assertLaps(
        "fetch 1\n  before 1\n  after 1\nlast 1",
        coroutineSession {
            measureSuspending<TripCount>("fetch") {
                tools.measure("before") { }
                delay(1)
                tools.measure("after") { }
            }
            tools.measure("last") { }
        },
    )

    @Test
    fun suspendingRegionsNest() = assertLaps(
        "a 1\n  b 2\n    c 2\n  d 1",
        coroutineSession {
            tools.measureSuspending("a") {
                repeat(2) {
                    delay(1)
                    tools.measureSuspending("b") { tools.measureSuspending("c") { yield() } }
                }
                tools.measure("d") { }
            }
        },
    )

    @Test
    fun theValueOfTheBlockIsReturned() {
        coroutineSession {
            assertEquals(42, tools.measureSuspending("bundle") { delay(1); 42 })
            assertEquals(43, measureSuspendingValue<TripCount, _>("free") { delay(1); 43 })
        }
    }

    @Test
    fun aRegionFollowsItsCoroutineToAnotherDispatcherAndBack() {
        val results = coroutineSession {
            tools.measureSuspending("a") {
                tools.measure("here") { }
                withContext(pool) {
                    tools.measure("there") { }
                    tools.measureSuspending("b") { delay(1) }
                    tools.measure("there") { }
                }
                tools.measure("here") { }
            }
        }
        assertLaps("a 1\n  here 2\n  there 2\n  b 1", results)
        assertTrue(results["thread_changes"]!!.find("a")!!.inclusive.exactSum!! >= 1L)
    }

    @Test
    fun childrenBeginWhereTheirParentStoodWhenItLaunchedThem() = assertLaps(
        "a 1\n  child 3\n    part 3\n  inner 1\n    child 1\n  plain 1\n    child 1\nlate 1",
        coroutineSession {
            val late: Job
            coroutineScope {
                tools.measureSuspending("a") {
                    repeat(2) { launch(pool) { child() } }
                    async { child() }.await()
                    tools.measureSuspending("inner") { launch { tools.measure("child") { } }.join() }
                    tools.measure("plain") { launch { tools.measure("child") { } } }
                }
            }
            late = launch { delay(1); tools.measure("late") { } }
            late.join()
        },
    )

    private suspend fun child() = tools.measureSuspending("child") {
        yield()
        tools.measure("part") { delayNothing() }
    }

    private fun delayNothing() {}

    @Test
    fun aChildOutlivesTheRegionItWasLaunchedIn() = assertLaps(
        "a 1\n  child 1\nb 1",
        coroutineSession {
            coroutineScope {
                val gate = Channel<Unit>()
                tools.measureSuspending("a") { launch { gate.receive(); tools.measure("child") { } } }
                tools.measureSuspending("b") { gate.send(Unit) }
            }
        },
    )

    @Test
    fun coroutinesThatTakeTurnsOnOneThreadDoNotMix() = assertLaps(
        (0..4).joinToString("\n") { "c$it 1\n  part 10\n    leaf 10" },
        coroutineSession {
            for (i in 0..4) {
                launch {
                    tools.measureSuspending("c$i") {
                        repeat(10) { tools.measureSuspending("part") { yield(); tools.measure("leaf") { } } }
                    }
                }
            }
        },
    )

    @Test
    fun scopesKeepThePosition() = assertLaps(
        "a 1\n  scope 1\n  supervised 1\n  timed 1\n  after 1",
        coroutineSession {
            tools.measureSuspending("a") {
                coroutineScope { delay(1); tools.measure("scope") { } }
                supervisorScope { launch { tools.measure("supervised") { } } }
                withTimeout(10_000) { delay(1); tools.measure("timed") { } }
                tools.measure("after") { }
            }
        },
    )

    @Test
    fun aTimeoutClosesTheRegionsInsideIt() = assertLaps(
        "a 1\n  timed 1\n    waiting 1\n  after 1",
        coroutineSession {
            tools.measureSuspending("a") {
                assertFailsWith<TimeoutCancellationException> {
                    withTimeout(5) { tools.measureSuspending("timed") { tools.measureSuspending("waiting") { delay(100_000) } } }
                }
                tools.measure("after") { }
            }
        },
    )

    @Test
    fun cancellationClosesRegionsAndTheirCleanupIsInsideThem() = assertLaps(
        "waiting 1\n  cleanup 1\nafter 1",
        coroutineSession {
            val job = launch(start = CoroutineStart.UNDISPATCHED) {
                yield()
                tools.measureSuspending("waiting") {
                    try {
                        delay(100_000)
                    } finally {
                        tools.measure("cleanup") { }
                    }
                }
            }
            delay(5)
            job.cancelAndJoin()
            tools.measure("after") { }
        },
    )

    @Test
    fun anExceptionClosesTheRegionsItLeaves() = assertLaps(
        "a 1\n  b 1\n  child 1\n  after 1",
        coroutineSession {
            tools.measureSuspending("a") {
                assertFailsWith<IllegalStateException> { tools.measureSuspending("b") { delay(1); error("thrown") } }
                assertFailsWith<IllegalStateException> {
                    coroutineScope { launch { tools.measureSuspending("child") { delay(1); error("thrown") } } }
                }
                tools.measure("after") { }
            }
        },
    )

    @Test
    fun returnLeavesASuspendingRegion() {
        suspend fun returning(): Int {
            measureSuspending<TripCount>("return") { delay(1); return 7 }
        }
        assertLaps("return 1\nafter 1", coroutineSession { assertEquals(7, returning()); tools.measure("after") { } })
    }

    @Test
    fun flowsKeepThePosition() = assertLaps(
        "a 1\n  source 3\n  step 3\n  buffered 3\n  channel 2\n  moved 2\n  after 1",
        coroutineSession {
            tools.measureSuspending("a") {
                flow { repeat(3) { tools.measure("source") { }; delay(1); emit(it) } }.map { tools.measure("step") { }; it }.toList()
                flow { repeat(3) { tools.measureSuspending("buffered") { delay(1) }; emit(it) } }.buffer(1).toList()
                channelFlow { repeat(2) { launch { tools.measure("channel") { }; send(it) } } }.toList()
                flow {
                    repeat(2) { tools.measure("moved") { }; yield(); emit(it) }
                }.flowOn(pool as kotlinx.coroutines.CoroutineDispatcher).toList()
                tools.measure("after") { }
            }
        },
    )

    @Test
    fun aSuspendingRegionAroundAnEmissionDoesNotBreakTheFlow() = assertLaps(
        "emit 3\n  collect 3",
        coroutineSession {
            flow { repeat(3) { tools.measureSuspending("emit") { emit(it) } } }.collect { delay(1); tools.measure("collect") { } }
        },
    )

    @Test
    fun mutexAndSelectKeepThePosition() = assertLaps(
        "locked 2\n  inside 2\nselected 1\n  chosen 1",
        coroutineSession {
            val mutex = Mutex()
            coroutineScope {
                repeat(2) { launch { tools.measureSuspending("locked") { mutex.withLock { delay(1); tools.measure("inside") { } } } } }
            }
            tools.measureSuspending("selected") {
                val channel = Channel<Int>()
                val sender = launch { delay(5); channel.send(1) }
                select {
                    channel.onReceive { tools.measure("chosen") { } }
                    onTimeout(100_000) { tools.measure("late") { } }
                }
                sender.join()
            }
        },
    )

    @Test
    fun aSuspendingRegionAtTheTopOfTheGraphLeavesItsInsideWhereItWas() {
        val flat = bundle<TripCount>(Scope.FLAT)
        assertLaps(
            "a 1\n  inside 2\nflat 2",
            coroutineSession {
                tools.measureSuspending("a") { repeat(2) { flat.measureSuspending("flat") { delay(1); tools.measure("inside") { } } } }
            },
        )
    }

    @Test
    fun inTimelineScopeEachLapOfASuspendingRegionIsANode() {
        val timeline = bundle<TripCount>(Scope.TIMELINE)
        assertLaps(
            "a 1\n  step 1\n    part 1\n  step 1\n    part 1",
            coroutineSession {
                tools.measureSuspending("a") { repeat(2) { timeline.measureSuspending("step") { delay(1); tools.measure("part") { } } } }
            },
        )
    }

    @Test
    fun in_a_timeline_each_run_of_a_coroutine_is_known_with_its_thread() {
        val timeline = bundle<WallClock>(Scope.TIMELINE)
        val results = coroutineSession {
            timeline.measureSuspending("a") {
                spin(1_000_000)
                delay(5)
                withContext(pool) { spin(1_000_000) }
                delay(5)
            }
        }
        val wall = results["wall_clock"]!!.find("a")!!
        val active = results["active_time"]!!.find("a")!!
        val runs = active.facts as CoroutineRuns
        assertTrue(runs.size >= 3, "${runs.size} runs")
        assertEquals(0L, runs.leftOut)
        var end = wall.start
        for (i in 0 until runs.size) {
            assertTrue(runs.start(i) >= end, "run $i begins at ${runs.start(i)}, the one before ends at $end")
            end = runs.start(i) + runs.duration(i)
            assertTrue(results.threadName(runs.thread(i)).isNotEmpty())
        }
        // They surround what the clock of the coroutine has, which is read a moment later.
        val all = (0 until runs.size).sumOf { runs.duration(it) }
        assertTrue(all >= 2_000_000L && all < wall.inclusive.exactSum!!, "$all of ${wall.inclusive.exactSum}")
        assertTrue((0 until runs.size).map { runs.thread(it) }.distinct().size >= 2)
    }

    @Test
    fun outside_of_timelines_no_runs_are_kept() {
        val results = coroutineSession { measureSuspending<WallClock>("a") { delay(1) } }
        assertNull(results["active_time"]!!.find("a")!!.facts)
    }

    @Test
    fun activeAndSuspendedTimeAddUpToTheWholeTime() {
        val results = coroutineSession {
            tools.measureSuspending("a") {
                spin(3_000_000)
                delay(20)
                withContext(pool) { spin(4_000_000) }
            }
        }
        fun of(id: String) = results[id]!!.find("a")!!.inclusive.exactSum!!
        assertTrue(of("active_time") >= 7_000_000, "active ${of("active_time")}")
        assertTrue(of("suspended_time") > 0, "suspended ${of("suspended_time")}") // the thread may take its time to let go
        val whole = of("wall_clock")
        assertTrue(
            of("active_time") + of("suspended_time") in whole - 20_000_000..whole + 20_000_000,
            "$whole ns, ${of("active_time")} active",
        )
        assertTrue(of("suspensions") >= 2L, "${of("suspensions")} suspensions")
    }

    @Test
    fun aRegionThatIsNotSuspendedIsActiveAllTheTime() {
        val results = coroutineSession { tools.measureSuspending("a") { spin(1_000_000) } }
        assertEquals(0L, results["suspended_time"]!!.find("a")!!.inclusive.exactSum)
        assertEquals(0L, results["suspensions"]!!.find("a")!!.inclusive.exactSum)
        assertEquals(0L, results["thread_changes"]!!.find("a")!!.inclusive.exactSum)
    }

    @Test
    fun eachDelayIsOneSuspension() {
        val results = coroutineSession {
            repeat(2) { tools.measureSuspending("a") { repeat(5) { delay(1) } } }
            launch { tools.measure("other") { } }
        }
        val suspensions = results["suspensions"]!!.find("a")!!.inclusive
        assertEquals(10L, suspensions.exactSum)
        assertEquals(2L, suspensions.laps)
        assertEquals(0L, results["thread_changes"]!!.find("a")!!.inclusive.exactSum)
    }

    @Test
    fun componentsBoundToThreadsMeasureOnlyWhileTheCoroutineRuns() {
        val results = coroutineSession {
            measureSuspending<FakeWork, TripCount>("a") {
                workHere(5)
                val other = launch { workHere(100) }
                other.join()
                workHere(2)
                withContext(pool) { workHere(30) }
                measureSuspending<FakeWork>("b") { workHere(1); yield(); workHere(1) }
            }
        }
        assertEquals("a 1 39 37\n  b 1 2 2", results.graph("fake_work"))
    }

    @Test
    fun theCpuTimeOfACoroutineIsThatOfTheThreadsThatRanIt() {
        var inside = 0L
        var process = 0L
        val results = coroutineSession {
            val before = processCpuNanoseconds()
            measureSuspending<ThreadCpuClock>("a") {
                repeat(5) {
                    inside += useCpu(2_000_000)
                    withContext(pool) { inside += useCpu(2_000_000) }
                    delay(1)
                }
            }
            process = processCpuNanoseconds() - before
        }
        val measured = results["thread_cpu_clock"]!!.find("a")!!.inclusive.exactSum!!
        assertTrue(measured >= inside, "$measured is less than the $inside ns that the block saw itself")
        assertTrue(measured <= process + 20_000_000, "$measured is more than the $process ns of the whole process") // in steps of 10 ms
    }

    private fun useCpu(nanoseconds: Long): Long {
        val begin = threadCpuNanoseconds()
        while (threadCpuNanoseconds() - begin < nanoseconds) { /* busy */ }
        return threadCpuNanoseconds() - begin
    }

    @Test
    fun regionsOfOneCoroutineAreSubtractedAndThoseOfItsChildrenAreNot() {
        val results = coroutineSession {
            measureSuspending<FakeClock>("a") {
                pass(1)
                yield()
                measure<FakeClock>("plain") { pass(10) }
                measureSuspending<FakeClock>("inner") { pass(100); yield() }
                launch { measure<FakeClock>("child") { pass(1000) } }.join()
            }
        }
        assertEquals("a 1 1111 1001\n  plain 1 10 10\n  inner 1 100 100\n  child 1 1000 1000", results.fakeGraph())
        val a = results["fake_clock"]!!.find("a")!!
        assertEquals(listOf(false, false, true), a.children.map { it.isConcurrent })
    }

    @Test
    fun aPlainRegionCarriedAcrossASuspensionIsReportedWithBothPlaces() {
        val results = coroutineSession {
            launch {
                repeat(3) {
                    tools.measure("carried") {
                        tools.measure("inside") { }
                        delay(1)
                        tools.measure("below the coroutine") { }
                    }
                }
            }
            launch { repeat(3) { tools.measure("other") { }; yield() } }
        }
        assertEquals("carried 0\n  inside 3\nbelow the coroutine 3\nother 3".lines().toSet(), results.laps().lines().toSet())
        val problem = results.problems.single()
        assertTrue(problem.startsWith("region 'carried' was opened on thread '"), problem)
        assertTrue("after its coroutine was suspended in it" in problem && "measureSuspending" in problem, problem)
    }

    @Test
    fun aPositionCarriedAcrossASuspensionIsReportedAndNothingElseIsMisplaced() {
        val results = coroutineSession {
            var here = CallContext.current()
            tools.measure("elsewhere") { here = CallContext.current() }
            launch {
                repeat(3) {
                    here.within {
                        tools.measure("before") { }
                        tools.measureSuspending("suspending") { delay(1) }
                        tools.measure("after") { }
                    }
                }
            }
            launch { repeat(5) { tools.measure("other") { here.within { tools.measure("handed over") { } } }; yield() } }
        }
        val expected = "elsewhere 1\n  before 3\n  suspending 3\n  handed over 5\nafter 3\nother 5"
        assertEquals(expected.lines().toSet(), results.laps().lines().toSet())
        assertTrue("was suspended" in results.problems.single(), results.problems.toString())
    }

    @Test
    fun withoutMeasuredTheWholeTimeIsRecordedAndTheRestIsToldToBeMissing() {
        val results = session {
            runBlocking {
                launch { measureSuspending<FakeClock, FakeWork, TripCount>("alone") { pass(3); delay(1); pass(4) } }
                launch { tools.measure("other") { } }
            }
        }
        assertEquals(setOf("alone 1", "other 1"), results.laps().lines().toSet())
        assertEquals("alone 1 7 7", results.fakeGraph())
        assertEquals("alone 0 0 0", results.graph("fake_work"))
        assertEquals(0L, results["active_time"]?.find("alone")?.inclusive?.laps ?: 0L)
        assertTrue("launched without measured()" in results.problems.single(), results.problems.toString())
    }

    @Test
    fun aRegionThatIsSuspendedForGoodCountsWithItsTimeSoFar() {
        val forever = Job()
        val results = session {
            runBlocking {
                measuredScope {
                    val waiting = launch(start = CoroutineStart.DEFAULT) { measureSuspending<FakeClock>("waiting") { forever.join() } }
                    delay(1)
                    pass(10)
                    val soFar = Timemory.results()!!["fake_clock"]!!.find("waiting")!!.inclusive
                    assertEquals(10L, soFar.exactSum)
                    assertEquals(1L, soFar.openLaps)
                    pass(5)
                    waiting.cancelAndJoin()
                }
            }
        }
        assertEquals("waiting 1 15 15", results.fakeGraph())
        assertEquals(0L, results["fake_clock"]!!.find("waiting")!!.inclusive.openLaps)
    }

    @Test
    fun whatIsSuspendedWhenMeasuringIsFinalizedDoesNotReachTheNextSession() {
        val gate = Channel<Unit>()
        runBlocking {
            inNewSession { measureSuspending<TripCount>("old") { gate.receive(); tools.measure("lost") { } } }.also { job ->
                delay(1)
                assertEquals("old 1", Timemory.finalize()!!.laps())
                Timemory.init { coutOutput = false; fileOutput = false }
                tools.measure("new") { }
                gate.send(Unit)
                job.join()
            }
        }
        assertEquals("new 1\nlost 1", Timemory.finalize()!!.laps())
    }

    private fun CoroutineScope.inNewSession(program: suspend CoroutineScope.() -> Unit): Job {
        Timemory.init { coutOutput = false; fileOutput = false }
        return launch { measuredScope(program) }
    }

    @Test
    fun whileSwitchedOffNothingIsRecorded() {
        val results = coroutineSession {
            Timemory.isEnabled = false
            tools.measureSuspending("off") { delay(1); launch(pool) { tools.measure("off") { } }.join() }
            Timemory.isEnabled = true
            tools.measureSuspending("on") { delay(1) }
        }
        assertEquals("on 1", results.laps())
    }

    @Test
    fun whatIsOpenWhenSwitchedOffIsRecordedWhenItEnds() {
        val results = coroutineSession {
            tools.measureSuspending("open") {
                delay(1)
                Timemory.isEnabled = false
                delay(1)
            }
            Timemory.isEnabled = true
        }
        assertLaps("open 1", results)
    }

    @Test
    fun manyCoroutinesLoseNoLap() {
        val results = coroutineSession {
            tools.measureSuspending("all") {
                coroutineScope {
                    repeat(10_000) { i ->
                        launch(pool) {
                            tools.measureSuspending("work") {
                                if (i % 3 == 0) delay(1) else yield()
                                tools.measure("part") { }
                            }
                        }
                    }
                }
            }
        }
        assertLaps("all 1\n  work 10000\n    part 10000", results)
    }

    @Test
    fun asyncResultsArriveAndHangBelowTheirLauncher() = assertLaps(
        "a 1\n  part 20",
        coroutineSession {
            val sum = tools.measureSuspending("a") {
                (1..20).map { async(pool) { tools.measureSuspending("part") { yield(); it } } }.awaitAll().sum()
            }
            assertEquals(210, sum)
        },
    )

    @Test
    fun aCancelledCoroutineThatNeverRanLeavesNoTrace() = assertLaps(
        "after 1",
        coroutineSession {
            val job = launch { tools.measureSuspending("never") { delay(1) } }
            job.cancel()
            assertFailsWith<CancellationException> { async<Unit> { throw CancellationException("no") }.await() }
            tools.measure("after") { }
        },
    )

    @Test
    fun aLazyChildHangsBelowThePlaceWhereItWasMade() = assertLaps(
        "a 1\n  child 1\nb 1",
        coroutineSession {
            val child = tools.measureSuspending("a") {
                CoroutineScope(coroutineContext.minusKey(Job)).launch(start = CoroutineStart.LAZY) { tools.measure("child") { } }
            }
            tools.measureSuspending("b") { child.join() }
        },
    )

    @Test
    fun cleaningUpWhereItCannotBeCancelledIsPartOfTheCoroutine() {
        val results = coroutineSession {
            tools.measureSuspending("a") {
                withContext(NonCancellable) { delay(1); tools.measureSuspending("cleanup") { yield(); tools.measure("part") { } } }
                tools.measure("after") { }
            }
        }
        assertLaps("a 1\n  cleanup 1\n    part 1\n  after 1", results)
        assertEquals(1L, results["active_time"]!!.find("a", "cleanup")!!.inclusive.laps)
    }

    /** Shared flows are collected by a coroutine that starts without a dispatch, on the thread that resumes it first. */
    @Test
    fun whatAFlowMeasuresThatIsSharedHangsWhereItWasShared() {
        for (started in listOf(SharingStarted.Eagerly, SharingStarted.Lazily, SharingStarted.WhileSubscribed())) {
            repeat(5) {
                val results = coroutineSession {
                    withContext(pool) {
                        val scope = CoroutineScope(coroutineContext.minusKey(Job) + Job())
                        lateinit var shared: SharedFlow<Int>
                        tools.measureSuspending("shares") {
                            shared = flow {
                                repeat(3) { i -> tools.measureSuspending("source") { delay(1) }; tools.measure("plain") { }; emit(i) }
                            }.shareIn(scope, started, 3)
                        }
                        launch(pool) {
                            tools.measureSuspending("subscribes") { assertEquals(listOf(0, 1, 2), shared.take(3).toList()) }
                        }.join()
                        scope.cancel()
                    }
                }
                assertEquals("shares 1\n  source 3\n  plain 3\nsubscribes 1".lines().toSet(), results.laps().lines().toSet(), "$started")
                // On Kotlin/Native it may lack active time, and says so: the coroutine that collects the latest also starts undispatched.
                assertEquals(emptyList(), results.problems.filterNot { "it was started undispatched" in it })
                for (node in results["wall_clock"]!!.nodes()) assertTrue(node.exclusiveExact()!! >= 0L, "$node")
            }
        }
    }

    private fun spin(nanoseconds: Long) {
        val end = wallNanoseconds() + nanoseconds
        while (wallNanoseconds() < end) { /* busy */ }
    }
}

/** Work that threads have done, by the number of their call graph. */
private val workDone = LongArray(1000)

/** Does [amount] of work on the calling thread. */
internal fun workHere(amount: Long) {
    workDone[currentGraph!!.number] += amount
}

/** The work that the calling thread has done. */
@DescribedBy(FakeWork.TYPE::class)
internal class FakeWork : LongDeltaComponent() {
    override fun read(): Long = workDone[currentGraph!!.number]

    companion object TYPE : ComponentType<FakeWork>("fake_work", "Work of the thread", Quantity.COUNT, ::FakeWork) {
        override val binding: Binding get() = Binding.THREAD
    }
}
