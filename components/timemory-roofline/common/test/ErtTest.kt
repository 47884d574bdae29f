package timemory.roofline

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

class ErtTest {
    private val machine = ErtMachine("test", 2, listOf(ErtCache(1, 32_768, 1), ErtCache(2, 262_144, 2)), 2.0, "fake")

    private fun options(
        threads: List<Int> = listOf(1),
        maxData: Long = 65_536,
        skipped: Set<Int> = emptySet(),
        rounds: Int = 1,
        isOfAllSizes: Boolean = false,
    ) = ErtOptions(machine) {
        threadCounts = threads
        minWorkingSet = 64
        this.maxData = maxData
        trials = 3
        trialNanoseconds = 1_000
        skippedOperations = skipped
        this.rounds = rounds
        this.isOfAllSizes = isOfAllSizes
    }

    @Test
    fun bytesAndOperationsOfATrialAreThoseOfAllElementsAndPassesAndThreads() {
        for (threads in listOf(1, 2)) {
            val sample = Ert(options(), emptyList()).measure(FakeKernel(), threads, 8_192)
            assertEquals(8_192, sample.workingSet)
            assertEquals(threads, sample.threads)
            assertEquals(8.0, sample.totalBytes / sample.totalOperations)
            val elements = 8_192 / 8 * threads
            assertEquals(0.0, sample.totalOperations % (2.0 * elements), "whole passes over all elements")
            assertTrue(sample.totalOperations > 0.0 && sample.nanoseconds > 0.0)
        }
    }

    @Test
    fun aSizeIsRoundedDownToWholeBlocksButIsOneAtLeast() {
        assertEquals(16, FakeKernel().elementsIn(1))
        assertEquals(16, FakeKernel().elementsIn(255))
        assertEquals(32, FakeKernel().elementsIn(256))
    }

    @Test
    fun dataOfAllThreadsTogetherDoNotExceedTheMost() {
        val kernel = FakeKernel()
        val results = Ert(options(threads = listOf(2)), listOf(kernel)).measure()
        assertEquals(65_536 / 2, results.samples.maxOf { it.workingSet })
        assertEquals(setOf(64), kernel.alignments)
    }

    @Test
    fun peaksAreMeasuredWithHalfOfTheFirstCacheAlone() {
        val results = Ert(options(), listOf(FakeKernel(isPeak = true))).measure()
        assertEquals(listOf(16_384L), results.samples.map { it.workingSet })
    }

    @Test
    fun peaksAreMeasuredWithAllSizesWhereThatIsAskedFor() {
        val sizes = Ert(options(isOfAllSizes = true), listOf(FakeKernel(isPeak = true))).measure().samples.map { it.workingSet }
        assertEquals(Ert(options(), listOf(FakeKernel())).measure().samples.map { it.workingSet }, sizes)
        assertTrue(sizes.size > 5 && sizes.max() == 65_536L, "$sizes")
    }

    @Test
    fun everythingIsMeasuredInEachRoundAndToldOnce() {
        val kernel = FakeKernel(isPeak = true)
        val told = ArrayList<String>()
        val results = Ert(options(rounds = 3), listOf(kernel)) { told.add(it) }.measure()
        assertEquals(3, kernel.sizes.size)
        assertEquals(1, results.samples.size)
        assertEquals(List(3) { "${it * 100 / 3} %: fake, 1 thread, round ${it + 1}" }, told)
    }

    @Test
    fun aBudgetIsSharedByTheSizesThatAreLeft() {
        var now = 1_000L
        val time = ErtTime(budget = 900L, sizes = 3, rounds = 3) { now }
        assertEquals(listOf(0, 300), listOf(time.percent, time.ofNextSize().toInt()))
        now += 500 // more than its part
        assertEquals(listOf(55, 200), listOf(time.percent, time.ofNextSize().toInt()))
        now += 700 // and more than the total
        assertEquals(listOf(99, 0), listOf(time.percent, time.ofNextSize().toInt()))
        assertEquals(false, time.hasAnotherRound())
    }

    @Test
    fun roundsFollowAsLongAsOneLikeTheLastFits() {
        var now = 0L
        val time = ErtTime(budget = 1_000L, sizes = 1, rounds = 9) { now }
        now = 400
        assertEquals(listOf(true, 2), listOf(time.hasAnotherRound(), time.round))
        now = 700 // the second took 300, and the same is left
        assertEquals(listOf(true, 3), listOf(time.hasAnotherRound(), time.round))
        now = 900
        assertEquals(false, time.hasAnotherRound())
    }

    @Test
    fun withoutABudgetAllRoundsAreMeasuredAndSizesTellHowFar() {
        val time = ErtTime(budget = 0L, sizes = 2, rounds = 2) { error("no clock is needed") }
        val told = ArrayList<Int>()
        do {
            repeat(2) {
                told.add(time.percent)
                assertEquals(Long.MAX_VALUE, time.ofNextSize())
            }
        } while (time.hasAnotherRound())
        assertEquals(listOf(0, 25, 50, 75), told)
    }

    @Test
    fun whereTimeIsShortTheSizesAreFewerAndShowEachLevelAllTheSame() {
        fun sizes(budget: Long) = ErtOptions(machine) {
            threadCounts = listOf(1)
            maxData = 8 * 262_144
            budgetNanoseconds = budget
        }.workingSets(FakeKernel(), 1)
        val quick = sizes(1_000_000L)
        assertTrue(quick.size < sizes(0L).size, "$quick")
        val levels = listOf(0L..24_576L, 65_536L..196_608L, 4 * 262_144L..8 * 262_144L)
        for (level in levels) assertTrue(quick.count { it in level } >= 2, "$quick has too few in $level")
    }

    @Test
    fun aQuickMeasurementHasAMinuteAndAsMuchDataAsShowsMemory() {
        val settings = Settings.load(SettingsBuilder())
        val quick = ErtOptions.of(settings, machine, isQuick = true)
        val thorough = ErtOptions.of(settings, machine)
        assertEquals(listOf(60_000_000_000L, 5 * 262_144L), listOf(quick.budgetNanoseconds, quick.maxData))
        assertEquals(listOf(0L, 8 * 262_144L), listOf(thorough.budgetNanoseconds, thorough.maxData))
        assertEquals(0L, ErtOptions.of(settings, machine, isOfAllSizes = true, isQuick = true).budgetNanoseconds)
    }

    @Test
    fun aBudgetEndsMeasuringAndSamplesAreWhole() {
        val kernel = FakeKernel()
        val options = ErtOptions(machine) {
            threadCounts = listOf(1)
            maxData = 65_536
            trials = 100_000
            trialNanoseconds = 1_000
            budgetNanoseconds = 1L
        }
        val results = Ert(options, listOf(kernel)).measure()
        assertTrue(results.samples.all { it.trials in 5..20 }, "${results.samples.map { it.trials }}")
    }

    @Test
    fun theFasterOfTwoRoundsCountsHoweverLongTheirTrialsWere() {
        fun sample(bytes: Double, nanoseconds: Double) = ErtSample(
            ErtSampledKernel("x", "f64", vectorBits = 0, operationsPerElement = 0, isPeak = false, isOfInstructions = false),
            ErtConditions(threads = 1, workingSet = 64),
            ErtTiming(trials = 1, bytes, totalOperations = 0.0, nanoseconds, nanoseconds),
        )
        val slow = sample(1_000.0, 200.0)
        val fast = sample(5_000.0, 500.0)
        assertEquals(listOf(fast, fast, slow), listOf(fasterOf(slow, fast), fasterOf(fast, slow), fasterOf(null, slow)))
    }

    @Test
    fun kernelsWithSkippedNumbersOfOperationsAreLeftOut() {
        assertEquals(emptyList(), Ert(options(skipped = setOf(2)), listOf(FakeKernel())).measure().samples)
    }

    @Test
    fun aFailureOnEveryThreadIsToldAndNobodyWaitsForEver() {
        val failure = assertFailsWith<IllegalStateException> { Ert(options(), emptyList()).measure(FakeKernel(fails = true), 2, 8_192) }
        assertEquals("there is no memory", failure.message)
    }

    @Test
    fun aFailureOnOneThreadIsToldAndTheOthersDoNotWaitForIt() {
        val failure = assertFailsWith<IllegalStateException> { Ert(options(), emptyList()).measure(FakeKernel(failsOnce = true), 2, 8_192) }
        assertEquals("there is no memory", failure.message)
    }

    @Test
    fun kernelsOfThePlatformComputeAndAreNotOptimisedAway() {
        // Between half of the frequency with one operation each, and ten times the widest vectors: a correct kernel cannot be slower or
        // faster.
        for (kernel in platformKernels().kernels.filter { it.isPeak }) {
            val sample = Ert(options(), emptyList()).measure(kernel, 1, 8_192)
            assertTrue(sample.operationsPerSecond in 1e6..1e13, "${kernel.label}: ${sample.operationsPerSecond}")
        }
    }

    @Test
    fun aWrongOptionNamesItselfAndItsRange() {
        assertEquals("threads: [0], must be 1 to 4096", assertFailsWith<IllegalArgumentException> { options(threads = listOf(0)) }.message)
        assertEquals(
            "alignment: 48, must be a power of two of at least 8",
            assertFailsWith<IllegalArgumentException> { ErtOptions(machine) { alignment = 48 } }.message,
        )
    }

    @Test
    fun cachesAreReadFromTheSystemsFilesAndInstructionsLeftOut() {
        val files = mapOf(
            "c/index0/level" to "1\n", "c/index0/type" to "Data\n", "c/index0/size" to "48K\n", "c/index0/shared_cpu_list" to "0\n",
            "c/index1/level" to "1\n", "c/index1/type" to "Instruction\n", "c/index1/size" to "32K\n", "c/index1/shared_cpu_list" to "0\n",
            "c/index2/level" to "3\n", "c/index2/type" to "Unified\n", "c/index2/size" to "32M\n", "c/index2/shared_cpu_list" to "0-3,8\n",
            "c/index3/level" to "4\n", "c/index3/type" to "Unified\n", "c/index3/size" to "much\n", "c/index3/shared_cpu_list" to "x\n",
        )
        val caches = cachesOf("c") { files[it] }
        assertEquals(listOf(1 to 49_152L, 3 to 33_554_432L), caches.map { it.level to it.bytes })
        assertEquals(listOf(1, 5), caches.map { it.sharedBy })
    }
}
