package samples

import java.io.File
import java.io.InputStream
import timemory.PeakRss
import timemory.ThreadCpuClock
import timemory.WallClock
import timemory.bundle
import timemory.component
import timemory.measure

/** A custom component: how many more files are open at the end of a region than at its start. */
private val openFiles = component("open_files", "Change of the number of open files") {
    delta { File("/proc/self/fd").list()!!.size.toLong() }
}

private val tools = bundle<WallClock, ThreadCpuClock>()
private val opening = bundle<WallClock> { add(openFiles) }

/** The first ten minutes with timemory, in Kotlin; `TutorialInJava` is the same in Java. */
object Tutorial {
    @JvmStatic
    fun main(arguments: Array<String>) {
        // Types say what is measured; the block stays as it would be without measuring.
        measure<WallClock, PeakRss>("main") {
            // A bundle stored in a value returns the value of its block.
            val primes = tools.measure("solve") { primesBelow(2_000_000) }

            // The typed results of this one lap.
            val (text, wall, cpu) = tools.measured("render") { primes.joinToString() }
            println("${text.length} characters, rendered in ${wall.duration}, ${cpu.duration} of it on the CPU")

            // Any other component, including custom ones; a label may come from the data.
            for (count in listOf(1, 10, 100)) {
                val files = ArrayList<InputStream>()
                opening.measure("open $count files") { repeat(count) { files += File("/dev/null").inputStream() } }
                files.forEach { it.close() }
            }
        }
    }

    private fun primesBelow(limit: Int): List<Int> {
        val composite = BooleanArray(limit)
        return (2 until limit).filter { candidate ->
            if (!composite[candidate]) {
                for (multiple in candidate.toLong() * candidate until limit step candidate.toLong()) composite[multiple.toInt()] = true
            }
            !composite[candidate]
        }
    }
}
