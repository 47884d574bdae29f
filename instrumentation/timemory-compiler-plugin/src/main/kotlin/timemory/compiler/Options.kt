package timemory.compiler

import java.nio.file.Path

/** Which functions are to be measured, and how; as the options of the plugin say. */
internal class Options(
    /** Regular expressions; a function that one of them matches is included. */
    val include: List<Regex> = emptyList(),
    val exclude: List<Regex> = emptyList(),
    /** Only functions that all of them match. */
    val restrict: List<Regex> = emptyList(),
    /** Functions of these packages are included, and of those below them. */
    val packages: List<String> = emptyList(),
    /** How many packages deep below those of [packages]; 0 for those alone. */
    val depth: Int = Int.MAX_VALUE,
    val all: Boolean = false,
    /** In bytes of code, as they are estimated: see [FunctionSize]. */
    val minSize: Int = DEFAULT_MIN_SIZE,
    /** The same for functions that loop. */
    val minSizeLoop: Int = 0,
    val accessors: Boolean = false,
    val lambdas: Boolean = false,
    val inline: Boolean = false,
    /** Functions as well that do nothing but call another that suspends, and whose call is no longer the same as that of the other. */
    val suspendTail: Boolean = false,
    /** Whether the coroutines that the module makes are followed. */
    val coroutines: Boolean = true,
    /** What labels have besides class and name. */
    val label: Set<LabelPart> = emptySet(),
    /** Ids of components; those chosen at run time where it is empty. */
    val components: String = "",
    val report: Path? = null,
    /** What was learned of functions by a run before. */
    val learned: LearnedFunctions? = null,
) {
    internal enum class LabelPart { FILE, LINE }

    internal companion object {
        /** As that of the agent: below it are accessors, delegating calls and the like. */
        const val DEFAULT_MIN_SIZE = 40
    }
}
