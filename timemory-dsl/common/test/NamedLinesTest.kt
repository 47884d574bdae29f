package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import timemory.output.NamedLines

class NamedLinesTest {
    private val lines = NamedLines(
        "processor\t: 0\nmodel name\t: A model: the first\ncpu MHz\t\t: 2000.000\nflags\t: processor model name\n\n" +
            "processor\t: 1\nmodel name\t: another\nbugs\t\t:\nMemTotal: 17 kB",
    )

    @Test
    fun theValueIsThatOfTheFirstLineOfTheName() {
        assertEquals("A model: the first", lines.valueOf("model name"))
        assertEquals("2000.000", lines.valueOf("cpu MHz"))
        assertEquals("17 kB", lines.valueOf("MemTotal"))
        assertEquals("", lines.valueOf("bugs"))
    }

    @Test
    fun aNameIsAWholeOneAtTheBeginOfALine() {
        assertNull(lines.valueOf("model"))
        assertNull(lines.valueOf("name"))
        assertNull(lines.valueOf("MHz"))
        assertNull(NamedLines("").valueOf("processor"))
    }

    @Test
    fun linesOfANameAreCounted() {
        assertEquals(2, lines.count("processor"))
        assertEquals(1, lines.count("flags"))
        assertEquals(0, lines.count("model"))
    }
}
