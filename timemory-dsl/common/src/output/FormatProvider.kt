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
 * @property size how many processes the job has; `null` if that is not known
 * @property isNamed whether [folder] has the number of the job, and not only its size
 * @property attempt distinguishes runs of a job that was started again under its number; empty the first time
 * @property variable the environment variable that every process of the job has, and its launcher has not; `null` if there is none
 */
internal class JobPlace(
    val folder: String,
    val suffix: String,
    val facts: List<Pair<String, String>>,
    val size: Int? = null,
    val isNamed: Boolean = true,
    val attempt: String = "",
    val variable: String? = null,
)
