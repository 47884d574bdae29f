package timemory

import java.net.URLClassLoader
import java.nio.file.Files
import java.nio.file.Path
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import org.junit.jupiter.api.io.TempDir
import timemory.export.internal.templateBeside

class MissingPageTest {
    private fun messageFor(page: Class<*>?) = assertFailsWith<UnsupportedOperationException> { templateBeside(page) }.message

    @Test
    fun `without the module the message says to add it`() {
        assertEquals(
            "the report page is missing: add dev.timemory:timemory-report to the class path",
            messageFor(null),
        )
    }

    @Test
    fun `a repackaged module without its page names the missing file`(@TempDir folder: Path) {
        val name = "timemory/report/Page.class"
        val file = folder.resolve(name)
        Files.createDirectories(file.parent)
        javaClass.getResourceAsStream("/$name")!!.use { Files.copy(it, file) }
        URLClassLoader(arrayOf(folder.toUri().toURL()), null).use { loader ->
            assertEquals(
                "the report page is missing: ${folder.toUri().toURL()} has the class timemory.report.Page but not the file " +
                    "timemory/report-template.html: keep the files of dev.timemory:timemory-report when you repackage it",
                messageFor(loader.loadClass("timemory.report.Page")),
            )
        }
    }
}
