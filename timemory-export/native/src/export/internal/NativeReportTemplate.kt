package timemory.export.internal

internal actual fun hasReportTemplate(): Boolean = reportTemplateParts != null

internal actual fun reportTemplate(): PageTemplate = reportTemplateParts?.let { TextTemplate(it.joinToString("")) }
    ?: throw UnsupportedOperationException("there is no page to put results into: this library was built without npm")
