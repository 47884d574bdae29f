package timemory

import kotlin.math.abs
import kotlin.random.Random
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import timemory.export.data.ResultsBuilder
import timemory.export.data.SavedResults
import timemory.export.data.UnreadableResultsException
import timemory.export.ranks.RankStatistics
import timemory.export.tasks.JointTasks
import timemory.export.tasks.TaskResults
import timemory.output.ResultFormat
import timemory.output.Screen
import timemory.output.TextTable
import timemory.results.Metric
import timemory.results.Results
import timemory.settings.Settings
import timemory.statistics.ReadNumber

/** Task results can be merged in any grouping, show how tasks differ, and are below the program's region. */
class TaskResultsTest {
    private val directory = shell("mktemp -d").trim()

    @AfterTest
    fun removeFiles() {
        shell("rm -rf '$directory'")
    }

    private val metric = Metric(
        "fake_clock", "fake", "", Binding.THREAD, listOf(Metric.Number("", Quantity.TIME, "", isAdditive = true)),
    )

    private fun results(vararg laps: Pair<List<String>, Long>): Results {
        val builder = ResultsBuilder()
        val graph = builder.graph(metric)
        for ((path, value) in laps) {
            val node = path.fold(null as timemory.results.CallGraphNode?) { above, label -> graph.node(above, label) }!!
            val number = value.toDouble()
            graph.record(node, 1L, 0L, value, listOf(ReadNumber(1L, number, number, number, number, 0.0)))
        }
        return builder.build()
    }

    private fun task(vararg values: Long) =
        TaskResults.encode(results(*values.map { listOf("task", "work") to it }.toTypedArray(), listOf("task") to values.sum()))

    private fun median(values: List<Double>): Double = values.sorted().let { (it[(it.size - 1) / 2] + it[it.size / 2]) / 2 }

    @Test
    fun tasks_in_any_grouping_differ_as_a_plain_model_says() {
        for (seed in 1..30) {
            val random = Random(seed)
            val count = if (seed % 3 == 0) 65 + random.nextInt(400) else 2 + random.nextInt(63)
            val values = List(count) { random.nextLong(1_000_000) * random.nextLong(1, 1_000) }
            val parts = values.mapIndexed { partition, value -> task(value) to partition }.toMutableList()
            while (parts.size > 1) {
                val group = parts.shuffled(random).take(2 + random.nextInt(5)).filter { it in parts }
                parts.removeAll(group)
                parts.add(TaskResults.merge(group.map { it.first }, group.map { it.second }.toIntArray(), 1_000) to -1)
            }
            val joint = JointTasks(results(listOf("main") to 5L), 1_000)
            joint.add(listOf("main", "stage"), parts.single().first)
            val node = joint.build()["fake_clock"]!!.find("main", "stage", "task", "work")!!
            assertEquals(values.sum(), node.inclusive.exactSum, "seed $seed")
            val ranks = assertNotNull(RankStatistics.of(node))
            assertTrue(ranks.isOfTasks)
            assertEquals(count, ranks.processCount)
            val spread = ranks.inclusive()
            assertEquals(values.max().toDouble(), spread.max)
            assertEquals(values.indexOf(values.max()), spread.maxRank)
            assertEquals(values.min().toDouble(), spread.min)
            val expected = median(values.map { it.toDouble() })
            val accuracy = if (count <= 64) 0.0 else 0.016 * expected
            assertTrue(abs(spread.median - expected) <= accuracy, "seed $seed: $expected, ${spread.median}")
        }
    }

    @Test
    fun what_ran_in_tasks_is_beside_the_region_that_asked_for_it() {
        val joint = JointTasks(results(listOf("main") to 100L, listOf("main", "own") to 30L), 1_000)
        joint.add(listOf("main", "etl", "stage"), TaskResults.merge(listOf(task(400), task(200, 500)), intArrayOf(0, 1), 1_000))
        joint.note(listOf("main", "etl"), metric, longArrayOf(40, 20))
        joint.processCount = 3
        joint.problem("a task is lost")
        joint.fact("SPARK_VERSION", "4.2.0")
        val results = joint.build()
        val graph = results["fake_clock"]!!
        assertEquals(70.0, graph.find("main")!!.exclusive())
        assertEquals(60, graph.find("main", "etl")!!.inclusive.exactSum)
        val task = graph.find("main", "etl", "stage", "task")!!
        assertTrue(task.isConcurrent)
        assertEquals(1100, task.inclusive.exactSum)
        assertEquals(0.0, task.exclusive())
        assertEquals(3, graph.find("main", "etl", "stage", "task", "work")!!.inclusive.laps)
        assertEquals(listOf("a task is lost"), results.problems)
        assertEquals(3, results.processCount)
        assertEquals("4.2.0", results.metadata!!.info["SPARK_VERSION"])
    }

    @Test
    fun what_another_process_measured_in_a_task_hangs_below_it() {
        val python = TaskResults.encode(results(listOf("python") to 70L, listOf("python", "parse") to 50L))
        val joined = TaskResults.withInside(task(400), listOf("task"), listOf(python, python))
        val joint = JointTasks(results(listOf("main") to 5L), 1_000)
        joint.add(listOf("main"), TaskResults.merge(listOf(joined, joined), intArrayOf(0, 1), 1_000))
        val graph = joint.build()["fake_clock"]!!
        assertEquals(200, graph.find("main", "task", "python", "parse")!!.inclusive.exactSum)
        assertEquals(4, graph.find("main", "task", "python")!!.inclusive.laps)
        assertEquals(800, graph.find("main", "task")!!.inclusive.exactSum)
    }

    @Test
    fun what_waits_for_what_is_inside_has_no_time_of_its_own() {
        val joint = JointTasks(results(listOf("main") to 100L), 1_000)
        joint.note(listOf("main", "job"), metric, longArrayOf(60))
        joint.note(listOf("main", "job", "stage"), metric, longArrayOf(70))
        joint.putInside(listOf("main", "job", "stage"), metric)
        joint.putInside(listOf("main", "job"), metric)
        joint.putInside(listOf("main", "no such"), metric)
        val graph = joint.build()["fake_clock"]!!
        assertEquals(40, graph.find("main")!!.exclusiveExact())
        assertEquals(0, graph.find("main", "job")!!.exclusiveExact())
        assertTrue(graph.find("main", "job", "stage")!!.isConcurrent)
        assertEquals(70, graph.find("main", "job", "stage")!!.exclusiveExact())
    }

    @Test
    fun more_regions_than_there_is_room_for_are_refused_and_what_was_there_stays() {
        val joint = JointTasks(results(listOf("main") to 100L), 3)
        assertFailsWith<UnreadableResultsException> { joint.add(listOf("main", "stage"), task(1, 2, 3)) }
        assertEquals(100, joint.build()["fake_clock"]!!.find("main")!!.inclusive.exactSum)
    }

    @Test
    fun tables_and_files_compare_tasks() {
        val joint = JointTasks(results(listOf("main") to 100L), 1_000)
        joint.add(listOf("main", "stage"), TaskResults.merge(listOf(task(400), task(700), task(900)), intArrayOf(0, 1, 2), 1_000))
        val results = joint.build()
        val table = buildString { TextTable(results.graphs[0], Settings.DEFAULT, Screen.FILE).writeTo(this) }
        assertTrue(Regex("TASKS.*TASK MIN.*TASK MEDIAN.*TASK MAX.*% IMBALANCE").containsMatchIn(table), table)
        assertTrue(Regex("3 of 3 .*400.*700.*900.* \\(2\\)").containsMatchIn(table), table)
        val read = SavedResults.read(ResultFormat.COMPACT.write(results, Settings.DEFAULT, directory).single())
        val ranks = RankStatistics.of(read["fake_clock"]!!.find("main", "stage", "task", "work")!!)!!
        assertTrue(ranks.isOfTasks)
        assertEquals(700.0, ranks.inclusive().median)
    }

    @Test
    fun what_is_no_task_is_refused() {
        assertFailsWith<UnreadableResultsException> { TaskResults.merge(listOf(byteArrayOf(1, 2, 3)), intArrayOf(0), 10) }
        assertFailsWith<UnreadableResultsException> { JointTasks(results(), 10).add(emptyList(), ByteArray(0)) }
        assertFailsWith<IllegalArgumentException> { TaskResults.merge(emptyList(), intArrayOf(), 10) }
    }
}
