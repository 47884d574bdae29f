package timemory

import timemory.internal.platform.Weak

/**
 * A constant that stands for class [T] and can be compared by identity: what a region's bundle is recognised by in its
 * fast path.
 */
@PublishedApi
internal expect inline fun <reified T : Component> typeKey(): Any

/** The constant for the class of [component]: equal to that of [typeKey], if not the same. The type itself of a [RuntimeComponent]. */
internal expect fun keyOf(component: Component): Any

/** The [ComponentType] of the class that [key] stands for, `null` where the class does not tell one. */
internal expect fun componentTypeOf(key: Any): ComponentType<*>?

/**
 * Whether the class that [key] stands for is there as long as the library is. May run code of the component, and so is asked without a
 * lock.
 */
internal expect fun staysLoaded(key: Any): Boolean

/** The constant for the class of any [value], as [keyOf] has it for components. */
internal expect fun classKeyOf(value: Any): Any

/** Refers to [target], which stays as long as the class that [key] stands for is loaded. */
internal expect fun <T : Any> keptByClass(key: Any, target: T): Weak<T>

/** The name of the class that [key] stands for. */
internal expect fun nameOf(key: Any): String

/** How to write the description of a component class on this target. */
internal expect val howToDescribe: String
