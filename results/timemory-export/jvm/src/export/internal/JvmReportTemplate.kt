package timemory.export.internal

import java.util.Arrays
import timemory.internal.lean.*
import timemory.internal.platform.FileOutput
import timemory.internal.platform.fileBeside

private const val TEMPLATE = "/timemory/report-template.html"

internal actual fun hasReportTemplate(): Boolean = page() != null

/** Returns the class whose resources include the template; `null` if the module is not on the class path. */
private fun page(): Class<*>? = try {
    Class.forName("timemory.report.Page", false, HtmlReport::class.java.classLoader)
} catch (_: ClassNotFoundException) {
    null
}

internal actual fun reportTemplate(): PageTemplate = templateBeside(page())

/** Returns the template next to [page], and reports what is missing if there is none. */
internal fun templateBeside(page: Class<*>?): PageTemplate {
    if (page == null) {
        throw UnsupportedOperationException("the report page is missing: add dev.timemory:timemory-report to the class path")
    }
    val bytes = fileBeside(page, TEMPLATE) ?: throw UnsupportedOperationException(
        "the report page is missing: ${page.protectionDomain?.codeSource?.location ?: "the JAR"} has the class ${page.name} " +
            "but not the file ${TEMPLATE.substring(1)}: keep the files of dev.timemory:timemory-report when you repackage it",
    )
    return BytesTemplate(bytes)
}

/** Keeps the template's bytes, because they are written to a file again: converting them to text and back initially took 20 ms. */
private class BytesTemplate(page: ByteArray) : PageTemplate {
    private val before: ByteArray
    private val after: ByteArray

    init {
        val placeholder = PageTemplate.PLACEHOLDER.encodeToByteArray()
        val place = placeOf(placeholder, page)
        require(place >= 0) { "the template of the page has no place for the results" }
        before = Arrays.copyOf(page, place)
        after = Arrays.copyOfRange(page, place + placeholder.size, page.size)
    }

    private fun placeOf(sought: ByteArray, page: ByteArray): Int {
        for (at in 0..page.size - sought.size) {
            if (page[at] == sought[0] && Arrays.equals(page, at, at + sought.size, sought, 0, sought.size)) return at
        }
        return -1
    }

    override fun writeBefore(out: Appendable) = write(before, out)

    override fun writeAfter(out: Appendable) = write(after, out)

    private fun write(bytes: ByteArray, out: Appendable) {
        if (out is FileOutput) out.bytes(bytes, bytes.size) else out.append(bytes.decodeToString())
    }
}
