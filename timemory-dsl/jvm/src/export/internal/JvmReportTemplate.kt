package timemory.export.internal

private const val TEMPLATE = "/timemory/report-template.html"

internal actual fun hasReportTemplate(): Boolean = HtmlReport::class.java.getResource(TEMPLATE) != null

internal actual fun reportTemplate(): String {
    val stream = HtmlReport::class.java.getResourceAsStream(TEMPLATE)
        ?: throw UnsupportedOperationException("there is no page to put results into: add dev.timemory:timemory-report to the class path")
    return stream.use { it.readBytes().decodeToString() }
}
