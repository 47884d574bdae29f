package timemory.timem

/**
 * The measurements of one run of the command.
 *
 * @property wall nanoseconds from just before its exec to its end, excluding the time for which it was held before that
 * @property execFailure the errno if it could not be run; 0 otherwise
 * @property usage that of all its processes that had ended by then
 * @property memory that of the command's own process, at its exit; `null` if it was not held then
 * @property orphans the number of ended processes that had lost their parent
 * @property hasSurvivors whether processes that it started are still running
 * @property network the network traffic meanwhile; `null` if it was not requested
 * @property withheld why the command's process was not held at its exit; `null` if it was, or was not to be
 */
internal class Run(
    val wall: Long,
    val ending: Ending,
    val execFailure: Int,
    val usage: Usage,
    val inputOutput: InputOutput?,
    val memory: Memory?,
    val samples: Samples,
    val counts: List<Count>,
    val processes: List<Process>,
    val orphans: Int,
    val hasSurvivors: Boolean,
    val network: Network?,
    val withheld: String?,
) {
    /** The last sample of the command's memory, if it was not held at its exit. */
    private val lastSample = if (memory == null) samples.all().lastOrNull() else null

    val resident get() = memory?.resident ?: lastSample?.resident ?: -1L
    val virtual get() = memory?.virtual ?: lastSample?.virtual ?: -1L
}
