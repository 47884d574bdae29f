package timemory

import kotlin.concurrent.Volatile
import timemory.bundle.UserBundle
import timemory.bundle.componentSetOf
import timemory.bundle.markPushed
import timemory.bundle.popNode
import timemory.bundle.reportPopWithoutPush
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.NO_COMPONENTS
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.enterAndStart
import timemory.internal.callgraph.recording
import timemory.internal.lean.*
import timemory.internal.platform.ApiWords
import timemory.internal.text.shorten

/*
 * The components of regions that do not name any: those that the thread pushed last, otherwise the default ones, named by the setting
 * `TIMEMORY_COMPONENTS`, otherwise by `TIMEMORY_GLOBAL_COMPONENTS`; a wall clock if neither is set.
 */

/** The default components. */
internal val defaultComponents: UserBundle = UserBundle.of("", emptyList(), listOf(WallClock))

/** The components that the calling thread pushed; `null` if it never did. */
internal expect var pushedComponents: PushedComponents?

/** Whether any thread ever pushed components: most programs do not, and skip the lookup. */
@Volatile
private var anyPushed = false

internal class PushedComponents {
    val sets = ArrayList<ComponentSet>()
}

/** The components of a region that is opened now. */
@PublishedApi
internal fun chosenComponents(): ComponentSet {
    val pushed = if (anyPushed) pushedComponents?.sets?.lastOrNull() else null
    return pushed ?: defaultComponents.set
}

internal fun pushComponents(set: ComponentSet) {
    anyPushed = true
    val pushed = pushedComponents ?: PushedComponents().also { pushedComponents = it }
    pushed.sets.add(set)
}

/** Discards the components pushed last; `false` if there were none. */
internal fun popPushedComponents(): Boolean {
    val sets = pushedComponents?.sets ?: return false
    val isPopped = sets.removeLastOrNull() != null
    // A pool thread must not keep the components' classes, and this library, in memory when a program is undeployed.
    if (sets.isEmpty()) pushedComponents = null
    return isPopped
}

/** Changes the components chosen by the calling thread, or the default ones if it chose none. */
internal inline fun changeChosen(change: (List<ComponentType<*>>) -> List<ComponentType<*>>) {
    val sets = pushedComponents?.sets
    if (sets.isNullOrEmpty()) {
        defaultComponents.configure(*change(defaultComponents.set.types).toTypedArray())
    } else {
        sets[sets.lastIndex] = componentSetOf(change(sets.last().types), null)
    }
}

/** Opens the region [label] with the components chosen by the calling thread, like [measure] without components. */
@InternalTimemoryApi
public fun openChosen(label: String): OpenRegion =
    (if (recording) enterAndStart(label, chosenComponents())?.held() else null) ?: UnrecordedRegion

/** Opens the region [label] in [strand], which the calling thread has resumed. */
@InternalTimemoryApi
public fun openChosen(label: String, strand: Strand): OpenRegion =
    (if (recording) openInStrand(strand, label, chosenComponents()) else null) ?: UnrecordedRegion

/** Opens a region with the chosen components, for [Timemory.popRegion] to close. */
internal fun pushChosen(label: String) {
    val node = if (recording) enterAndStart(label, chosenComponents()) else null
    if (node != null) markPushed(node, label) else currentGraph?.pushes?.addUnrecorded(NO_COMPONENTS)
}

/** Closes the innermost region that was pushed with [label], whatever its components. */
internal fun popChosen(label: String) {
    // It is usually the innermost region.
    val graph = currentGraph
    val top = graph?.top
    if (top != null && top.isPushed && top.pushedAs === label && graph.pushes.isEmpty) return popNode(top)
    if (graph?.pushes?.removeUnrecorded(NO_COMPONENTS) == true) return
    graph?.forEachOpen { node ->
        if (node.isFrame) return reportPopWithoutPush("${ApiWords.popRegion}(\"${shorten(label)}\")")
        if (node.isPushed && node.pushedAs == label) return popNode(node)
    }
    reportPopWithoutPush("${ApiWords.popRegion}(\"${shorten(label)}\")")
}
