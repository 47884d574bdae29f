package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.internal.platform.writeAtomically
import timemory.output.CompactFile
import timemory.output.writeResults
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** The files that a program of ten thousand regions writes with default settings: how many, and how large. */
class DefaultOutputTest {
    private val directory = shell("mktemp -d").trim()

    @AfterTest
    fun removeFiles() {
        shell("rm -rf '$directory'")
    }

    private fun tenThousand(): Results = session {
        for (a in 1..100) measure<FakeClock>("outer $a") {
            for (b in 1..100) measure<FakeClock>("inner $b") { pass(1_000_000L + 31 * b) }
        }
    }

    @Test
    fun there_is_one_file_of_everything_beside_the_table_and_both_are_small() {
        val settings = Settings.DEFAULT.with(SettingsBuilder().apply { outputPath = directory })
        val console = StringBuilder()
        val written = writeResults(tenThousand(), settings, { console.append(it) }, { error(it) })
        val names = written.map { it.substringAfterLast('/') }
        assertEquals(listOf("fake_clock.txt", "results.timemory.json"), names.filter { it != "report.html" })
        assertTrue(sizeOf("results.timemory.json") < 10_100 * 32, "results.timemory.json has ${sizeOf("results.timemory.json")} bytes")
        assertTrue(sizeOf("fake_clock.txt") < 1_100 * 200, "fake_clock.txt has ${sizeOf("fake_clock.txt")} bytes")
        assertTrue(console.lines().size < 70, "the console has ${console.lines().size} lines")
    }

    @Test
    fun a_label_that_ten_thousand_regions_have_stands_in_the_file_once() {
        val results = tenThousand()
        writeAtomically("$directory/one.json") { CompactFile(results, Settings.DEFAULT).write(it) }
        assertEquals("1", shell("grep -o '\"inner 7\"' '$directory/one.json' | wc -l").trim())
    }

    private fun sizeOf(name: String): Int = shell("wc -c < '$directory/$name'").trim().toInt()
}
