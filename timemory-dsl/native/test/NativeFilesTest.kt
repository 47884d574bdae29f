package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import platform.posix.getpid
import platform.posix.symlink
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.readText
import timemory.internal.platform.systemProperties
import timemory.internal.platform.temporaryName
import timemory.internal.platform.writeAtomically

class NativeFilesTest {
    private val directory = "/tmp/timemory-test-${getpid()}/a/b".also(::makeDirectories)

    @Test
    fun whatIsWrittenIsRead() {
        val text = "plain \u00e9 \u65e5\u672c \ud83d\ude00\n".repeat(10_000)
        writeAtomically("$directory/text") { out -> text.chunked(7).forEach { out.append(it) } }
        assertEquals(text, readText("$directory/text"))
    }

    @Test
    fun aFailingWriteLeavesTheEarlierFileWhole() {
        writeAtomically("$directory/kept") { it.append("old") }
        assertFailsWith<IllegalStateException> { writeAtomically("$directory/kept") { it.append("half"); error("no room") } }
        assertEquals("old", readText("$directory/kept"))
    }

    @Test
    fun aPlantedLinkIsNotFollowed() {
        writeAtomically("$directory/victim") { it.append("untouched") }
        symlink("$directory/victim", "$directory/" + temporaryName("x"))
        writeAtomically("$directory/x") { it.append("new") }
        assertEquals("untouched", readText("$directory/victim"))
    }

    @Test
    fun errorsNameTheFileAndTheReason() {
        val missing = assertFailsWith<Exception> { readText("$directory/missing") }
        assertEquals("$directory/missing: No such file or directory", missing.message)
        writeAtomically("$directory/file") { it.append("x") }
        val inTheWay = assertFailsWith<Exception> { makeDirectories("$directory/file/below") }
        assertTrue(inTheWay.message!!.endsWith("Not a directory"), inTheWay.message)
    }

    @Test
    fun theEnvironmentIsRead() {
        assertTrue(environmentVariables().getValue("PATH").isNotEmpty())
        assertEquals(emptyMap(), systemProperties())
    }

    @Test
    fun ofTheEnvironmentOnlyWhatIsAskedForIsRead() {
        val all = environmentVariables()
        val some = all.filterKeys { it.startsWith("PAT") || it.startsWith("HOME") }
        assertTrue("PATH" in some)
        assertEquals(some, environmentVariables("PAT", "HOME"))
    }
}
