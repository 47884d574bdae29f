package timemory.export.internal

import timemory.internal.platform.FileOutput

internal actual fun hasReportTemplate(): Boolean = reportTemplateParts != null

internal actual fun reportTemplate(): PageTemplate = reportTemplateParts?.let(::PartedTemplate)
    ?: throw UnsupportedOperationException("there is no page to put results into: this library was built without npm")

/** Texts that follow each other, one of which has the place for results. Each becomes bytes at once, not one character after the other. */
private class PartedTemplate(private val parts: Array<String>) : PageTemplate {
    private val part = parts.indexOfFirst { PageTemplate.PLACEHOLDER in it }

    init {
        require(part >= 0) { "the template of the page has no place for the results" }
    }

    private val place = parts[part].indexOf(PageTemplate.PLACEHOLDER)

    override fun writeBefore(out: Appendable) {
        for (i in 0 until part) write(parts[i], out)
        write(parts[part].substring(0, place), out)
    }

    override fun writeAfter(out: Appendable) {
        write(parts[part].substring(place + PageTemplate.PLACEHOLDER.length), out)
        for (i in part + 1 until parts.size) write(parts[i], out)
    }

    private fun write(text: String, out: Appendable) {
        if (out is FileOutput) text.encodeToByteArray().let { out.bytes(it, it.size) } else out.append(text)
    }
}
