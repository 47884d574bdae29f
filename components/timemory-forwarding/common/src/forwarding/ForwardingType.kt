package timemory.forwarding

import timemory.Binding
import timemory.ComponentFactory
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent
import timemory.MarkerType
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/** The listing group of components that forward to other tools. */
internal const val OTHER_TOOLS: String = "other tools"

/** The [MarkerType] of a component that forwards to a tool's C library. */
@ExperimentalTimemoryApi
public abstract class ForwardingType<C : MarkerComponent> internal constructor(
    id: String,
    description: String,
    private val unavailable: () -> String?,
    final override val source: String,
    final override val binding: Binding,
    final override val aliases: List<String>,
    factory: ComponentFactory<C>,
) : MarkerType<C>(id, description, factory) {
    final override val category: String get() = OTHER_TOOLS

    final override fun unavailableReason(): String? = unavailable()
}

/**
 * The type of a component that switches on a tool in its regions. The tool is switched [off] when measuring starts, so that it records only
 * in regions: the first time that a bundle has the component, and at the start of each later session.
 */
@ExperimentalTimemoryApi
public abstract class SwitchType<C : MarkerComponent> internal constructor(
    id: String,
    description: String,
    unavailable: () -> String?,
    source: String,
    binding: Binding,
    aliases: List<String>,
    factory: ComponentFactory<C>,
    private val off: () -> Unit,
) : ForwardingType<C>(id, description, unavailable, source, binding, aliases, factory) {
    private val joining = Lock()
    private var hasJoined = false

    final override fun joinedBundle() {
        val isFirst = joining.hold { !hasJoined.also { hasJoined = true } }
        if (isFirst) SessionHooks.onBegin { if (unavailableReason() == null) off() }
    }
}
