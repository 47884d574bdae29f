package timemory.compiler

import java.nio.file.Path

/** Which functions are to be measured, and how, according to the options of the plugin. */
internal class Options(builder: OptionsBuilder) {
    /** Regular expressions; a function that one of them matches is included. */
    val include: List<Regex> = builder.include.toList()
    val exclude: List<Regex> = builder.exclude.toList()

    /** Only functions that all of them match are measured. */
    val restrict: List<Regex> = builder.restrict.toList()

    /** Functions of these packages and their subpackages are included. */
    val packages: List<String> = builder.packages.toList()

    /** The depth of subpackages of [packages]; 0 for only those. */
    val depth: Int = builder.depth
    val all: Boolean = builder.all

    /** In bytes of code, as estimated: see [FunctionSize]. */
    val minSize: Int = builder.minSize

    /** Minimum size of functions with loops. */
    val minSizeLoop: Int = builder.minSizeLoop
    val accessors: Boolean = builder.accessors
    val lambdas: Boolean = builder.lambdas
    val inline: Boolean = builder.inline

    /** Also functions that only call another suspending function, after which their call is no longer a tail call. */
    val suspendTail: Boolean = builder.suspendTail

    /** Whether the coroutines that the module launches are followed. */
    val coroutines: Boolean = builder.coroutines

    /** What labels contain in addition to class and name. */
    val label: Set<LabelPart> = builder.label

    /** Ids of components; chosen at run time if empty. */
    val components: String = builder.components
    val report: Path? = builder.report

    /** Functions learned from an earlier run. */
    val learned: LearnedFunctions? = builder.learned

    internal enum class LabelPart { FILE, LINE }

    internal companion object {
        /** The same as that of the agent: smaller functions are accessors, delegating calls and the like. */
        const val DEFAULT_MIN_SIZE = 40
    }
}
