package timemory.instrument

/**
 * Returns a label with its own source location, `step@Solver.kt:42`: function, file and line of this call.
 * ```
 * measure<WallClock>(sourceLabel()) { step() }
 * ```
 * `timemory-compiler-plugin` replaces the call with the text, on every target, so it costs nothing at run time. In an inline function, or
 * as the default value of a parameter, it names the location where it is written.
 *
 * @throws IllegalStateException if the module was compiled without the plugin
 */
public fun sourceLabel(): String = throw IllegalStateException(
    "sourceLabel() needs timemory-compiler-plugin: compile the module with it (docs/compiler-plugin.md), or write the label yourself",
)
