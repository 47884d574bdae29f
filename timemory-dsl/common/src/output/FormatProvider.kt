package timemory.output

import timemory.settings.FormatNames
import timemory.settings.Settings

/** The formats of a module on top of this one. */
internal interface FormatProvider : FormatNames {
    /** In the order in which listings show them. */
    val formats: List<ResultFormat>

    /**
     * Those that [settings] ask for when a program ends, beside the ones they name in `OUTPUT_FORMATS`. [report] gets a sentence on one
     * that is missing.
     */
    fun formatsAtEnd(settings: Settings, report: (String) -> Unit): List<ResultFormat>

    /** The place of this process among others that were started together; `null` where it is alone. */
    val place: JobPlace? get() = null
}

/**
 * The place of a process in a job of several.
 *
 * @property folder in which all of them write, below the output path
 * @property suffix by which their files differ
 * @property facts for the metadata
 */
internal class JobPlace(val folder: String, val suffix: String, val facts: List<Pair<String, String>>)
