package timemory.compiler

import java.nio.file.Path

/** Which functions are to be measured, and how; as the options of the plugin say. */
internal class Options(builder: OptionsBuilder) {
    /** Regular expressions; a function that one of them matches is included. */
    val include: List<Regex> = builder.include.toList()
    val exclude: List<Regex> = builder.exclude.toList()

    /** Only functions that all of them match. */
    val restrict: List<Regex> = builder.restrict.toList()

    /** Functions of these packages are included, and of those below them. */
    val packages: List<String> = builder.packages.toList()

    /** How many packages deep below those of [packages]; 0 for those alone. */
    val depth: Int = builder.depth
    val all: Boolean = builder.all

    /** In bytes of code, as they are estimated: see [FunctionSize]. */
    val minSize: Int = builder.minSize

    /** Minimum size of functions with loops. */
    val minSizeLoop: Int = builder.minSizeLoop
    val accessors: Boolean = builder.accessors
    val lambdas: Boolean = builder.lambdas
    val inline: Boolean = builder.inline

    /** Functions as well that do nothing but call another that suspends, and whose call is no longer the same as that of the other. */
    val suspendTail: Boolean = builder.suspendTail

    /** Whether the coroutines that the module makes are followed. */
    val coroutines: Boolean = builder.coroutines

    /** What labels have besides class and name. */
    val label: Set<LabelPart> = builder.label

    /** Ids of components; those chosen at run time where it is empty. */
    val components: String = builder.components
    val report: Path? = builder.report

    /** Functions learned from an earlier run. */
    val learned: LearnedFunctions? = builder.learned

    internal enum class LabelPart { FILE, LINE }

    internal companion object {
        /** As that of the agent: below it are accessors, delegating calls and the like. */
        const val DEFAULT_MIN_SIZE = 40
    }
}
