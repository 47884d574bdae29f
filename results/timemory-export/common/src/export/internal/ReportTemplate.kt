package timemory.export.internal

/** Returns the HTML report without results. If it is missing, throws an exception that says where to get it. */
internal expect fun reportTemplate(): PageTemplate

/** Returns whether the template is available. */
internal expect fun hasReportTemplate(): Boolean
