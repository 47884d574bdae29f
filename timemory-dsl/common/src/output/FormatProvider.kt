package timemory.output

import timemory.settings.FormatNames
import timemory.settings.Settings

/** The formats of a module on top of this one. */
internal interface FormatProvider : FormatNames {
    /** In the order in which listings show them. */
    val formats: List<ResultFormat>

    /**
     * Those that [settings] ask for when a program ends, beside the ones they name in `OUTPUT_FORMATS`. [report] gets a sentence on one that
     * is missing.
     */
    fun formatsAtEnd(settings: Settings, report: (String) -> Unit): List<ResultFormat>
}
