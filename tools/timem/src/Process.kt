package timemory.timem

/**
 * One process of the command's tree, for `--indiv`: what it took itself, without the processes that it started.
 *
 * @property start nanoseconds after the command's own start
 * @property exact whether what its children took could be told apart from what it took itself
 */
internal class Process(
    val pid: Int,
    val parent: Int,
    val name: String,
    val start: Long,
    val wall: Long,
    val ending: Ending,
    val usage: Usage,
    val inputOutput: InputOutput?,
    val memory: Memory?,
    val exact: Boolean,
)

/** How a process ended: with [code], or by the signal whose number is -[code]. */
internal class Ending(val code: Int, val dumpedCore: Boolean) {
    val signal get() = maxOf(0, -code)

    /** What a shell makes of it, and so what timem returns. */
    val status get() = if (code < 0) 128 + signal else code
}
