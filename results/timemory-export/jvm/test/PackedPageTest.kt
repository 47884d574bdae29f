package timemory

import kotlin.io.encoding.Base64
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.export.internal.Guess
import timemory.export.internal.HtmlReport
import timemory.export.internal.PackedColumns
import timemory.export.internal.PageTemplate
import timemory.export.internal.TextTemplate
import timemory.internal.platform.readText
import timemory.internal.platform.writeAtomically
import timemory.internal.text.JsonWriter

/** Large results in the HTML report. The report's own tests verify that it reads these files correctly. */
class PackedPageTest {
    private val results = RandomResults(Random(7)).make()
    private val report = HtmlReport(TextTemplate(PageTemplate.PLACEHOLDER), listOf(50.0))

    @Test
    fun results_are_packed_as_the_page_reads_them() {
        val runs = listOf("run" to results)
        check("packed.txt", Base64.encode(report.container("sample", runs)).chunked(LINE).joinToString("\n", postfix = "\n"))
        check("plain.json", buildString { report.write(this, "sample", runs) } + "\n")
    }

    /** Both are regenerated if they differ, to be reviewed and committed. */
    private fun check(name: String, made: String) {
        val file = "../timemory-report/test/packed/$name"
        val known = readText(file)
        if (known != made) writeAtomically(file) { it.append(made) }
        assertTrue(known == made, "$file is not what is written today; it is now")
    }

    @Test
    fun whole_numbers_near_to_what_is_expected_take_a_byte_each() {
        val columns = PackedColumns()
        val random = Random(3)
        val numbers = DoubleArray(1_000) { it.toDouble() - 1.0 - random.nextInt(60) }
        columns.write(JsonWriter(StringBuilder()), numbers.size, Guess.Place) { numbers[it] }
        assertEquals(numbers.size, columns.size)
    }

    @Test
    fun numbers_that_are_too_large_for_differences_are_written_whole_and_expected_to_be_zero() {
        val columns = PackedColumns()
        val json = StringBuilder()
        val numbers = doubleArrayOf(1e300, 1e300, 0.0)
        columns.write(JsonWriter(json), numbers.size, Guess.Before) { numbers[it] }
        assertEquals("""{"at":0,"size":3,"kind":"real","guess":"none"}""", "$json")
        assertEquals(2 * 9 + 1, columns.size)
    }

    private companion object {
        const val LINE = 120
    }
}
