package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import timemory.gpu.CudaDriver
import timemory.gpu.CuptiActivity
import timemory.gpu.CuptiLibrary
import timemory.gpu.cuptiActivityKinds
import timemory.gpu.cuptiActivityLevel
import timemory.results.Results
import timemory.settings.SettingsBuilder

/** Assigns GPU activity to regions, whenever and in whatever order CUPTI reports it. */
class ActivityTest {
    private val tools = bundle<TripCount, CuptiActivity>()

    private fun Results.sums(): String = this["cupti_activity"]!!.nodes().joinToString("\n") { node ->
        "  ".repeat(node.depth) + "${node.label} ${node.inclusive.laps} ${node.inclusive.exactSum}"
    }

    private fun program() {
        tools.measure("outer") {
            FakeGpu.kernel("first", 1000)
            repeat(2) {
                tools.measure("inner") {
                    FakeGpu.kernel("second", 200)
                    FakeGpu.copy(30, direction = 1)
                }
            }
            FakeGpu.kernel("first", 4000)
        }
    }

    private val expected = """
        outer 1 5460
          inner 2 460
            second 2 400
            memcpy HtoD 2 60
          first 1 5000
    """.trimIndent()

    @Test
    fun activitiesCountForTheRegionThatBeganThemAndThoseAroundIt() {
        val results = gpuSession { program() } ?: return
        assertEquals(expected, results.sums())
        assertEquals(emptyList(), results.problems)
        assertEquals(5000L, results["cupti_activity"]!!.find("outer")!!.exclusiveExact())
    }

    @Test
    fun theOrderInWhichRecordsComeDoesNotMatter() {
        for (most in listOf(1L, 2L, 3L, 1000L)) {
            val results = gpuSession {
                FakeGpu.call("fake_per_buffer", most)
                FakeGpu.call("fake_order", FakeGpu.BACKWARDS)
                program()
            } ?: return
            assertEquals(expected.lines().sorted(), results.sums().lines().sorted(), "$most records in a buffer")
            assertEquals(emptyList(), results.problems)
        }
    }

    @Test
    fun buffersMayComeOnThreadsOfCupti() {
        val results = gpuSession {
            FakeGpu.call("fake_order", FakeGpu.ON_ANOTHER_THREAD)
            program()
        } ?: return
        assertEquals(expected, results.sums())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun recordsThatComeAfterTheirLapWasRecordedAreCounted() {
        val results = gpuSession {
            tools.measure("x") { FakeGpu.kernel("k", 1000) }
            FakeGpu.call("fake_order", FakeGpu.BACKWARDS)
            FakeGpu.call("cuptiActivityFlushAll") // the correlation arrives in time
            FakeGpu.call("fake_order", FakeGpu.KERNELS_LATE)
            tools.measure("x") { FakeGpu.kernel("k", 300) }
            assertEquals(1000L, Timemory.results()!!.of("cupti_activity", "x").exactSum)
        } ?: return
        assertEquals(1000L, results.of("cupti_activity", "x").exactSum)
        assertContains(results.problems.single(), "1 activities (300 ns) were reported after their laps had been recorded")
    }

    @Test
    fun whatCuptiDropsIsCounted() {
        val results = gpuSession {
            tools.measure("x") { FakeGpu.kernel("k", 1000) }
            FakeGpu.call("fake_drop", 17)
        } ?: return
        assertEquals(listOf("cupti_activity: CUPTI dropped 17 records; their activities are missing"), results.problems)
    }

    @Test
    fun recordsWithoutTimesAreLeftOutAndCounted() {
        val results = gpuSession { tools.measure("x") { FakeGpu.kernel("k", 0) } } ?: return
        assertEquals(0L, results.of("cupti_activity", "x").exactSum)
        assertContains(results.problems.single(), "1 records without times")
    }

    @Test
    fun aBufferThatCannotBeReadIsTold() {
        val results = gpuSession {
            tools.measure("x") { FakeGpu.kernel("k", 1000) }
            FakeGpu.fail("cuptiActivityGetNextRecord", 8)
        } ?: return
        assertContains(
            results.problems.single(),
            "1 buffers could not be read to their end: CUPTI cannot read a buffer of records: CUPTI_ERROR_8",
        )
    }

    @Test
    fun whatCuptiDoesNotGiveIsTold() {
        val results = gpuSession {
            tools.measure("x") { FakeGpu.kernel("k", 1000) }
            FakeGpu.fail("cuptiActivityFlushAll", 2)
        } ?: return
        assertEquals(0L, results.lapsOf("cupti_activity", "x"))
        assertEquals(
            listOf("component cupti_activity lost laps: CUPTI did not return its records: CUPTI_ERROR_2"),
            results.problems,
        )
    }

    @Test
    fun lapsWhoseRecordsAnotherToolGetsAreLost() {
        val results = gpuSession {
            tools.measure("before") { FakeGpu.kernel("k", 1000) }
            assertEquals(1000L, Timemory.results()!!.of("cupti_activity", "before").exactSum)
            tools.measure("robbed") { FakeGpu.kernel("k", 1000) }
            FakeGpu.call("fake_rob", 1)
            tools.measure("robbed") { FakeGpu.kernel("k", 1000) }
        } ?: return
        assertEquals(1000L, results.of("cupti_activity", "before").exactSum)
        assertEquals(0L, results.lapsOf("cupti_activity", "robbed"))
        assertContains(results.problems.single(), "lost laps: another tool in this process that records activities")
        assertContains(results.problems.single(), "receives CUPTI's records")
    }

    @Test
    fun lapsAreLostFromWhenAnotherToolEndsTheRecordingUntilThatIsNoticed() {
        val results = gpuSession {
            tools.measure("before") { FakeGpu.kernel("k", 1000) }
            assertEquals(1000L, Timemory.results()!!.of("cupti_activity", "before").exactSum)
            FakeGpu.call("fake_rob", 2)
            tools.measure("in vain") { FakeGpu.kernel("k", 1000) }
            assertEquals(0L, Timemory.results()!!.lapsOf("cupti_activity", "in vain"))
            tools.measure("again") { FakeGpu.kernel("k", 300) }
        } ?: return
        assertEquals(1000L, results.of("cupti_activity", "before").exactSum)
        assertEquals(0L, results.lapsOf("cupti_activity", "in vain"))
        assertEquals(300L, results.of("cupti_activity", "again").exactSum)
        assertContains(results.problems.single(), "stopped CUPTI from recording")
    }

    @Test
    fun aContextThatIsGoneIsTold() {
        val results = gpuSession {
            tools.measure("x") { FakeGpu.kernel("k", 1000) }
            FakeGpu.fail("cuCtxSynchronize", 709)
        } ?: return
        assertEquals(1000L, results.of("cupti_activity", "x").exactSum)
        assertContains(
            results.problems.single(),
            "a context was not waited for: CUDA cannot wait for a context: CUDA_ERROR_CONTEXT_IS_DESTROYED",
        )
    }

    @Test
    fun whatIsBegunOutsideOfRegionsBelongsToNone() {
        val results = gpuSession {
            tools.measure("x") { FakeGpu.kernel("k", 1000) }
            FakeGpu.kernel("k", 70)
        } ?: return
        assertEquals(1000L, results.of("cupti_activity", "x").exactSum)
        assertContains(results.problems.single(), "1 activities (70 ns on the GPU) were launched outside any region")
    }

    @Test
    fun aCoroutineIsFollowedOverSuspensionsAndThreads() {
        val results = gpuSession {
            val context = CudaDriver.currentContext()
            runBlocking {
                measuredScope {
                    tools.measureSuspending("outer") {
                        FakeGpu.kernel("first", 1000)
                        launch(Dispatchers.Default.measured()) {
                            FakeGpu.call("fake_use_context", context)
                            tools.measureSuspending("child") {
                                FakeGpu.kernel("third", 7)
                                delay(2)
                                FakeGpu.kernel("third", 7)
                            }
                        }
                        tools.measureSuspending("inner") {
                            repeat(3) {
                                FakeGpu.kernel("second", 200)
                                delay(1)
                                withContext(Dispatchers.Default.measured()) { FakeGpu.kernel("second", 30) }
                            }
                        }
                    }
                }
            }
            FakeGpu.kernel("after", 5_000_000)
        } ?: return
        assertEquals(1690L, results.of("cupti_activity", "outer").exactSum, results.sums())
        assertEquals(690L, results.of("cupti_activity", "outer", "inner").exactSum)
        assertEquals(690L, results.of("cupti_activity", "outer", "inner", "second").exactSum)
        assertEquals(14L, results.of("cupti_activity", "outer", "child").exactSum)
        assertEquals(
            listOf(1L, 1L, 1L),
            listOf(
                "outer", "inner",
                "child",
            ).map { label -> results["cupti_activity"]!!.nodes().single { it.label == label }.inclusive.laps },
        )
    }

    @Test
    fun regionsMayEndInAnotherOrderThanTheyBegan() {
        val results = gpuSession {
            val outer = tools.open("outer")
            val inner = tools.open("inner")
            FakeGpu.kernel("k", 1)
            outer.close()
            FakeGpu.kernel("k", 20)
            inner.close()
            FakeGpu.kernel("k", 300)
            assertEquals(0L, FakeGpu.call("fake_externals"))
        } ?: return
        val sums = results["cupti_activity"]!!.nodes().filter { it.label != "k" }.associate { it.label to it.inclusive.exactSum }
        assertEquals(mapOf<String, Long?>("outer" to 1L, "inner" to 21L), sums)
    }

    @Test
    fun threadsAreToldApart() {
        val results = gpuSession {
            FakeGpu.call("fake_order", FakeGpu.ON_ANOTHER_THREAD)
            tools.measure("all") {
                inThreads(4) { i -> repeat(500) { tools.measure("thread $i") { FakeGpu.kernel("k", i + 1L) } } }
            }
        } ?: return
        for (i in 0 until 4) assertEquals(500L * (i + 1), results.of("cupti_activity", "all", "thread $i").exactSum)
        assertEquals(0L, results.of("cupti_activity", "all").exactSum) // it launched nothing itself
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun levelsAndKindsSayWhatIsRecorded() {
        fun parts(configure: SettingsBuilder.() -> Unit): Set<String>? = gpuSession(configure) {
            tools.measure("x") {
                FakeGpu.kernel("k", 1)
                FakeGpu.copy(2, direction = 2)
                FakeGpu.run(22, "", 3, detail = 10)
                FakeGpu.run(2, "", 4)
                FakeGpu.run(38, "", 5, detail = 3)
            }
        }?.let { results ->
            results["cupti_activity"]!!.find("x")!!.children.mapTo(HashSet()) { "${it.label} ${it.inclusive.exactSum}" } +
                "= ${results.of("cupti_activity", "x").exactSum}"
        }
        val kernels = setOf("k 1", "= 1")
        val copies = setOf("k 1", "memcpy DtoH 2", "memcpy PtoP 3", "memset 4", "= 10")
        assertEquals(kernels, parts { cuptiActivityLevel = 0 } ?: return)
        assertEquals(copies, parts { })
        assertEquals(copies + "synchronization with a stream 5", parts { cuptiActivityLevel = 2 })
        assertEquals(copies + "synchronization with a stream 5" + "cuLaunchKernel 250", parts { cuptiActivityLevel = 3 })
        assertEquals(setOf("memset 4", "= 4"), parts { cuptiActivityKinds = "CUPTI_ACTIVITY_KIND_MEMSET" })
        assertEquals(0L, FakeGpu.call("fake_enabled", 4), "kinds are still recorded after the session")
    }

    @Test
    fun aKindThatCuptiRefusesIsToldAndTheOthersGoOn() {
        val results = gpuSession({ cuptiActivityKinds = "memset,concurrent_kernel" }) {
            FakeGpu.fail("cuptiActivityEnable", 0, times = 3) // always needed
            FakeGpu.fail("cuptiActivityEnable", 15)
            tools.measure("x") { FakeGpu.kernel("k", 1000) }
        } ?: return
        assertEquals(1000L, results.of("cupti_activity", "x").exactSum)
        assertEquals(listOf("cupti_activity: memset is not recorded: CUPTI_ERROR_15"), results.problems)
    }

    @Test
    fun namesOfKernelsAreThoseOfTheProgramAndHostileOnesDoNoHarm() {
        val results = gpuSession {
            tools.measure("x") {
                FakeGpu.kernel("_Z3addPKfPfi", 1)
                FakeGpu.kernel("_Znonsense", 2)
                FakeGpu.kernel("</script>\n\u0007", 4)
                FakeGpu.kernel("", 8)
                repeat(1100) { FakeGpu.kernel("k$it", 1) }
            }
        } ?: return
        val names = results["cupti_activity"]!!.find("x")!!.children.associate { it.label to it.inclusive.exactSum }
        assertTrue(names.keys.any { it == "add(float const*, float*, int)" || it == "_Z3addPKfPfi" }, names.keys.take(5).toString())
        assertEquals(2L, names["_Znonsense"])
        assertEquals(4L, names["</script>\n\u0007"])
        assertEquals(8L, names["(kernel without a name)"])
        assertEquals(1115L, results.of("cupti_activity", "x").exactSum)
        assertNotNull(names["(names over the limit)"])
    }

    @Test
    fun regionsThatAreOpenShowWhatTheyBeganSoFar() {
        gpuSession {
            tools.measure("x") {
                FakeGpu.kernel("k", 1000)
                tools.measure("y") { FakeGpu.kernel("k", 200) }
                assertEquals(1200L, Timemory.results()!!.of("cupti_activity", "x").exactSum)
            }
        }
    }

    @Test
    fun aNewSessionBeginsWithNothing() {
        gpuSession { tools.measure("x") { FakeGpu.kernel("k", 1000) } } ?: return
        val results = gpuSession { tools.measure("y") { FakeGpu.kernel("k", 10) } }!!
        assertNull(results["cupti_activity"]!!.find("x"))
        assertEquals(10L, results.of("cupti_activity", "y").exactSum)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun moreLapsThanAreKeptWaitingAreRecordedMeanwhile() {
        val laps = 60_000
        val results = gpuSession {
            FakeGpu.call("fake_per_buffer", 4000)
            repeat(laps) { tools.measure("x") { FakeGpu.kernel("k", 1) } }
            assertTrue(FakeGpu.call("fake_synchronized") >= 1L, "nothing was waited for")
        } ?: return
        assertEquals(listOf<Long?>(60_000L, 60_000L), results.of("cupti_activity", "x").let { listOf(it.laps, it.exactSum) })
        assertContains(results.problems.single(), "pages and traces show the first 50000 GPU activities") // nothing else is reported
    }

    @Test
    fun versionsOfCuptiThatAreNotKnownAreRefused() {
        assertNull(CuptiLibrary.refusalOf("libcupti.so", 18))
        assertNull(CuptiLibrary.refusalOf("libcupti.so", 130_001))
        assertContains(CuptiLibrary.refusalOf("libcupti.so", 12)!!, "libcupti.so is version 12 of CUPTI, whose records are not supported")
        assertNotNull(CuptiLibrary.refusalOf("libcupti.so", 29))
        assertNotNull(CuptiLibrary.refusalOf("libcupti.so", 140_000))
    }
}
