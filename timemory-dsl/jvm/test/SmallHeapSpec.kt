package timemory

import io.kotest.assertions.withClue
import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.longs.shouldBeInRange
import io.kotest.matchers.shouldBe
import kotlin.io.path.listDirectoryEntries

/** Labels that come from data, on heaps that cannot hold a node for each: the program continues, and all laps are in the results. */
class SmallHeapSpec : StringSpec({
    val collectors = listOf("Serial", "Parallel", "G1")
    val sizes = if (repeats(0, thorough = 1) == 0) listOf(24, 40, 128) else (16..128 step 6) + 256
    val labels = 150_000L
    val programs = listOf(SmallHeapProgram::class.java, Class.forName("timemory.SmallHeapCoroutinesKt"))
    val runs = if (sizes.size == collectors.size) sizes.zip(collectors) else sizes.flatMap { size -> collectors.map { size to it } }

    for ((size, collector) in runs) for (program in programs) {
        "every lap of ${program.simpleName} is in the results on a heap of $size MB with the $collector collector" {
            val run = runProgram(
                program,
                labels.toString(),
                options = listOf("-Xmx${size}m", "-XX:+Use${collector}GC"),
                environment = mapOf("TIMEMORY_COUT_OUTPUT" to "no"),
                isOnClassPath = { "timemory-dsl" in it || "kotlin-stdlib" in it || "coroutines-core" in it || !it.endsWith(".jar") },
            )
            withClue("${run.output}\n${run.errors}") {
                run.status shouldBe 0
                ("OutOfMemoryError" in run.errors) shouldBe false
                val regions = regionsIn(run.results.listDirectoryEntries("results.timemory.json").single())
                regions.filter { it.depth == 0 }.sumOf { it.laps } shouldBe labels
                // One request may be the last that has a node when its inner region has none.
                regions.filter { it.label == "parse" }.sumOf { it.laps } shouldBeInRange labels - 1..labels
            }
            run.delete()
        }
    }
})
