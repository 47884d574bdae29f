package timemory

import timemory.internal.platform.Weak

/**
 * A constant that represents class [T] and can be compared by identity: the fast path recognises a region's bundle by it.
 */
@PublishedApi
internal expect inline fun <reified T : Component> typeKey(): Any

/**
 * The constant for the class of [component]: equal, but not necessarily identical, to that of [typeKey]. For a [RuntimeComponent], it is
 * the type itself.
 */
internal expect fun keyOf(component: Component): Any

/** Returns the [ComponentType] of the class that [key] represents; `null` if the class does not determine one. */
internal expect fun componentTypeOf(key: Any): ComponentType<*>?

/**
 * Whether the class that [key] represents stays loaded as long as the library. May run code of the component, so it is called without a
 * lock.
 */
internal expect fun staysLoaded(key: Any): Boolean

/** The constant for the class of any [value], like [keyOf] for components. */
internal expect fun classKeyOf(value: Any): Any

/** Refers to [target], which stays reachable as long as the class that [key] represents is loaded. */
internal expect fun <T : Any> keptByClass(key: Any, target: T): Weak<T>

/** The name of the class that [key] represents. */
internal expect fun nameOf(key: Any): String

/** Explains how to write the description of a component class on this target. */
internal expect val howToDescribe: String
