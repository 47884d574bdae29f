@file:JvmName("ToolComponents")

package timemory.spi

import kotlin.jvm.JvmName
import timemory.ComponentType
import timemory.ExperimentalTimemoryApi
import timemory.bundle.chooseComponents
import timemory.internal.callgraph.knownSettings
import timemory.internal.problems.activeProblems
import timemory.measuredInstead

/**
 * Returns the components that a tool measures with, selected as all timemory tools select them: those in [given], otherwise those in the
 * settings of [bundles], in turn (`TRACE` for `TIMEMORY_TRACE_COMPONENTS`), otherwise those in `TIMEMORY_COMPONENTS` or
 * `TIMEMORY_GLOBAL_COMPONENTS`, otherwise [usual]. In each list `none` means nothing at all, and `fallthrough` adds the components of the
 * next list.
 *
 * Unknown names in settings are reported and skipped. The settings are those of the session, or those that a new session would start with.
 *
 * @param given the components named on the tool's command line, or by the program in code; empty if there are none
 * @throws IllegalArgumentException if [given] has an unknown name
 */
@ExperimentalTimemoryApi
public fun componentsOfTool(given: String, bundles: List<String>, usual: List<ComponentType<*>>): List<ComponentType<*>> {
    val chosen = chooseComponents(knownSettings(), given, bundles + "", usual)
    for (mistake in chosen.mistakes) activeProblems().report(mistake, "$mistake; ${measuredInstead(chosen.types)}")
    return chosen.types.toList()
}
