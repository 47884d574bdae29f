package timemory

/**
 * The arguments of a program, parted into those that are settings, `--timemory-output-path=results`, and [others], which are the program's own.
 * What follows `--` is all its own. Where the settings say so (`TIMEMORY_SUPPRESS_PARSING`), everything is.
 */
internal class SettingArguments(arguments: Array<String>, isSuppressed: Boolean) {
    private val end = if (isSuppressed) 0 else arguments.indexOf("--").let { if (it < 0) arguments.size else it }

    val settings: List<String> = arguments.take(end).filter { it.startsWith(PREFIX) }
    val others: List<String> = arguments.take(end).filterNot { it.startsWith(PREFIX) } + arguments.drop(end)

    companion object {
        const val PREFIX = "--timemory-"
    }
}
