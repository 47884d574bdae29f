package timemory.timem

/**
 * What one run of the command took.
 *
 * @property wall nanoseconds from just before its exec to its end, without the time for which it was held just before that
 * @property execFailure why it could not be run, as errno has it; 0 where it could
 * @property usage of all its processes that had ended by then
 * @property memory of the command's own process, at its exit; `null` where it was not held then
 * @property orphans how many processes ended that had lost their parent
 * @property hasSurvivors whether processes that it started still run
 * @property network what the network interfaces have received and sent meanwhile; `null` where that was not asked for
 * @property withheld why the command's process was not held at its exit; `null` where it was, or was not to be
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
    /** The last look at the command's memory, where it was not held at its exit. */
    private val lastSample = if (memory == null) samples.all().lastOrNull() else null

    val resident get() = memory?.resident ?: lastSample?.resident ?: -1L
    val virtual get() = memory?.virtual ?: lastSample?.virtual ?: -1L
}
