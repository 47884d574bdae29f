package timemory.export.internal

/** The page that shows results, without any; throws an exception that says where to have it from where it is not there. */
internal expect fun reportTemplate(): PageTemplate

/** Whether there is one. */
internal expect fun hasReportTemplate(): Boolean
