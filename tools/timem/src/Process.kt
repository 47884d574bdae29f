package timemory.timem

/**
 * One process of the command's tree, for `--indiv`: its own usage, without the processes that it started.
 *
 * @property start nanoseconds after the command's start
 * @property exact whether the usage of its children could be separated from its own
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

    /** The exit status in a shell, which timem also returns. */
    val status get() = if (code < 0) 128 + signal else code
}
