package timemory

import kotlin.coroutines.EmptyCoroutineContext
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue

class StrandTest {
    private val tools = bundle<TripCount, FakeWork>()

    private fun onOtherThread(action: () -> Unit) = inThreads(1) { action() }

    private fun Strand.run(action: () -> Unit) = resume().use { action() }

    @Test
    fun aRegionOfAStrandGoesOnOverThreadsAndHoldsWhatIsMeasuredInItsSlices() {
        val results = session {
            val strand = Strand.here()
            lateinit var outer: OpenRegion
            lateinit var inner: OpenRegion
            strand.run {
                outer = tools.open("outer", strand)
                workHere(1)
                tools.measure("plain") { }
                inner = tools.open("inner", strand)
                workHere(10)
            }
            workHere(1000)
            tools.measure("beside") { }
            onOtherThread {
                strand.run {
                    workHere(100)
                    tools.measure("part") { }
                    inner.close()
                    tools.measure("plain") { }
                }
            }
            strand.run { outer.close() }
        }
        assertEquals("outer 1\n  plain 2\n  inner 1\n    part 1\nbeside 1", results.laps())
        assertEquals(111L, results["fake_work"]!!.find("outer")!!.inclusive.exactSum)
        assertEquals(110L, results["fake_work"]!!.find("outer", "inner")!!.inclusive.exactSum)
        assertEquals("outer 1 2 1\n  inner 1 1 1", results.graph("suspensions"))
        assertEquals("outer 1 2 1\n  inner 1 1 1", results.graph("thread_changes"))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aStrandHangsBelowThePlaceWhereItWasMade() {
        val results = session {
            lateinit var strand: Strand
            tools.measure("request") { strand = Strand.here() }
            onOtherThread { strand.run { tools.measure("step") { } } }
            strand.run { tools.open("answer", strand).close() }
        }
        assertEquals("request 1\n  step 1\n  answer 1", results.laps())
    }

    @Test
    fun aStrandThatTheThreadRunsIsNotTakenUpAgain() {
        val results = session {
            val strand = Strand.here()
            strand.run {
                val region = tools.open("a", strand)
                strand.resume().use { assertFalse(it.isStarted) }
                tools.measure("inside") { }
                region.close()
            }
        }
        assertEquals("a 1\n  inside 1", results.laps())
        assertEquals("a 1 0 0", results.graph("suspensions"))
    }

    @Test
    fun theRegionsAroundAStrandThatIsPartOfAnotherAreTakenUpWithIt() {
        val results = session {
            val coroutine = Strand.here()
            lateinit var outer: OpenRegion
            lateinit var scope: Strand
            lateinit var inner: OpenRegion
            coroutine.run {
                outer = tools.open("outer", coroutine)
                scope = Strand.here()
                scope.resume(coroutine).use {
                    assertTrue(it.isStarted)
                    inner = tools.open("inner", scope)
                    workHere(1)
                }
            }
            onOtherThread {
                scope.run {
                    workHere(10)
                    tools.measure("plain") { workHere(100) }
                    inner.close()
                }
            }
            coroutine.run { outer.close() }
        }
        assertEquals("outer 1\n  inner 1\n    plain 1", results.laps())
        assertEquals("outer 1 111 111\n  inner 1 111 11\n    plain 1 100 100", results.graph("fake_work"))
        assertEquals(2L, results["suspensions"]!!.find("outer")!!.inclusive.exactSum)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aSliceBegunWithinOneOfBeforeHangsWhereTheStrandStandsNow() {
        val results = session {
            val strand = Strand.here()
            lateinit var region: OpenRegion
            strand.run {
                onOtherThread { strand.run { region = tools.open("region", strand) } }
                val slice = beginSlice(strand)
                tools.measure("inside") { workHere(1) }
                region.close()
                slice?.let(::endSlice)
            }
        }
        assertEquals("region 1\n  inside 1", results.laps())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun scopesWithinAPlainRegionStayBelowIt() {
        val results = session {
            val strand = Strand.here()
            strand.run {
                tools.measure("plain") {
                    val outer = beginInline(strand, isInOrder = true)!!
                    val inner = beginInline(strand, isInOrder = true)!!
                    tools.measure("inside") { }
                    endSlice(inner)
                    endSlice(outer)
                }
            }
        }
        assertEquals("plain 1\n  inside 1", results.laps())
    }

    @Test
    fun scopesWithinAFlatRegionStayBelowTheRegionAroundThat() {
        val flat = bundle<TripCount>(Scope.FLAT)
        val results = session {
            val strand = Strand.here()
            strand.run {
                tools.measure("around") {
                    flat.measure("flat") {
                        val outer = beginInline(strand, isInOrder = true)!!
                        val inner = beginSlice(strand)
                        tools.measure("inside") { }
                        inner?.let(::endSlice)
                        endSlice(outer)
                    }
                }
            }
        }
        assertEquals("around 1\n  inside 1\nflat 1", results.laps())
    }

    @Test
    fun closingTwiceDoesNothing() {
        val results = session {
            val strand = Strand.here()
            val slice = strand.resume()
            assertTrue(slice.isStarted)
            val region = tools.open("a", strand)
            repeat(2) { region.close() }
            repeat(2) { slice.close() }
            tools.measure("after") { }
        }
        assertEquals("a 1\nafter 1", results.laps())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aRegionThatOutlivesTheOneAroundItLeavesTheStrandAtItsPlace() {
        val results = session {
            val strand = Strand.here()
            lateinit var inner: OpenRegion
            lateinit var around: OpenRegion
            strand.run {
                around = tools.open("around", strand)
                val outer = tools.open("outer", strand)
                inner = tools.open("inner", strand)
                outer.close()
                tools.measure("below inner") { }
            }
            strand.run {
                tools.measure("below inner") { }
                inner.close()
                tools.measure("below around") { }
            }
            strand.run { around.close() }
            strand.run { tools.measure("after") { } }
        }
        assertEquals("around 1\n  outer 1\n    inner 1\n      below inner 2\n  below around 1\nafter 1", results.laps())
        val suspensions = results["suspensions"]!!
        assertEquals(2L, suspensions.find("around")!!.inclusive.exactSum)
        assertEquals(0L, suspensions.find("around", "outer")!!.inclusive.exactSum)
        assertEquals(1L, suspensions.find("around", "outer", "inner")!!.inclusive.exactSum)
    }

    @Test
    fun aRegionOpenedWithoutASliceIsRecordedWithoutActiveTimeAndSaidSo() {
        val results = session { Strand.here().let { tools.open("a", it).close() } }
        assertEquals("a 1", results.laps())
        assertEquals(0L, results["active_time"]!!.find("a")!!.inclusive.laps)
        assertTrue(results.problems.single().contains("region 'a' was opened in a strand that this thread has not resumed"))
    }

    @Test
    fun aSliceClosedByAnotherThreadIsReported() {
        val results = session {
            val strand = Strand.here()
            val slice = strand.resume()
            onOtherThread { slice.close() }
            slice.close()
            tools.measure("after") { }
        }
        assertEquals("after 1", results.laps())
        assertTrue(results.problems.single().contains("a slice of a strand was started on thread"))
    }

    @Test
    fun aStrandOfAnEarlierSessionBeginsAnew() {
        lateinit var strand: Strand
        lateinit var region: OpenRegion
        session {
            strand = Strand.here()
            strand.run { region = tools.open("old", strand) }
        }
        val results = session {
            strand.run {
                region.close()
                tools.open("new", strand).close()
            }
        }
        assertEquals("new 1", results.laps())
    }

    @Test
    fun aRegionThatNeverEndsCountsAsOpen() {
        val clock = bundle<WallClock>()
        val results = session { Strand.here().let { it.run { clock.open("forever", it) } } }
        assertEquals(1L, results["wall_clock"]!!.find("forever")!!.inclusive.laps)
    }

    @Test
    fun onlyCoroutinesLaunchedWithMeasuredHaveAStrand() {
        assertNull(Strand.of(EmptyCoroutineContext))
    }

    /**
     * Several strands take turns on this thread and others; each step opens or closes a region, or works. A sequential model gives the
     * same.
     */
    @Test
    fun randomTurnsGiveTheGraphOfTheModel() {
        for (seed in 1..repeats(200, native = 50, thorough = 1_000)) {
            val random = Random(seed)
            val model = Array(4) { HashMap<String, Long>() }
            val results = session {
                val lines = List(1 + random.nextInt(3)) { Line(it, model) }
                repeat(20) {
                    val line = lines[random.nextInt(lines.size)]
                    if (random.nextInt(3) == 0) onOtherThread { line.turn(random, Any()) } else line.turn(random, this)
                }
                lines.forEach { line -> line.finish(this) }
            }
            for ((i, id) in listOf("trip_count", "fake_work", "suspensions", "thread_changes").withIndex()) {
                val measured = HashMap<String, Long>()
                val path = ArrayList<String>()
                for (node in results[id]?.nodes() ?: emptySequence()) {
                    while (path.size > node.depth) path.removeAt(path.lastIndex)
                    path.add(node.label)
                    measured["/" + path.joinToString("/")] = node.inclusive.exactSum!!
                }
                assertEquals(model[i].filterValues { it != 0L }, measured.filterValues { it != 0L }, "seed $seed, $id")
            }
            assertEquals(emptyList(), results.problems, "seed $seed")
        }
    }

    /** A strand, and the model's knowledge of it. */
    private inner class Line(number: Int, private val model: Array<HashMap<String, Long>>) {
        private val strand = Strand.here()
        private val root = "/strand $number"
        private val open = ArrayList<Pair<String, OpenRegion>>()
        private val threads = ArrayList<Any>()

        fun turn(random: Random, on: Any) {
            strand.run {
                taken(on)
                if (open.isEmpty()) open(root, on)
                repeat(random.nextInt(6)) {
                    when (random.nextInt(4)) {
                        0 -> open(open.last().first + "/r" + random.nextInt(2), on)
                        1 -> if (open.size > 1) close()
                        2 -> work(1L + random.nextInt(9))
                        else -> {
                            add(0, open.last().first + "/plain", 1)
                            tools.measure("plain") { }
                        }
                    }
                }
            }
        }

        fun finish(on: Any) = strand.run {
            taken(on)
            while (open.isNotEmpty()) close()
        }

        private fun taken(on: Any) {
            for ((i, region) in open.withIndex()) {
                add(2, region.first, 1)
                if (threads[i] !== on) add(3, region.first, 1)
                threads[i] = on
            }
        }

        private fun open(path: String, on: Any) {
            open.add(path to tools.open(path.substringAfterLast('/'), strand))
            threads.add(on)
            add(0, path, 1)
        }

        private fun close() {
            open.removeAt(open.lastIndex).second.close()
            threads.removeAt(threads.lastIndex)
        }

        private fun work(amount: Long) {
            for ((path, _) in open) add(1, path, amount)
            workHere(amount)
        }

        private fun add(component: Int, path: String, amount: Long) {
            model[component][path] = (model[component][path] ?: 0L) + amount
        }
    }
}
