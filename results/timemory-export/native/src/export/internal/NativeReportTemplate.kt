package timemory.export.internal

internal actual fun hasReportTemplate(): Boolean = true

internal actual fun reportTemplate(): PageTemplate = PartedTemplate(reportTemplateParts)

/** A template split into several texts, one of which has the placeholder. */
private class PartedTemplate(private val parts: Array<String>) : PageTemplate {
    private val part = parts.indexOfFirst { PageTemplate.PLACEHOLDER in it }

    init {
        require(part >= 0) { "the template of the page has no place for the results" }
    }

    private val place = parts[part].indexOf(PageTemplate.PLACEHOLDER)

    override fun writeBefore(out: Appendable) {
        for (i in 0 until part) out.append(parts[i])
        out.append(parts[part], 0, place)
    }

    override fun writeAfter(out: Appendable) {
        out.append(parts[part], place + PageTemplate.PLACEHOLDER.length, parts[part].length)
        for (i in part + 1 until parts.size) out.append(parts[i])
    }
}
