@file:OptIn(ExperimentalAssociatedObjects::class)

package timemory

import kotlin.reflect.AssociatedObjectKey
import kotlin.reflect.ExperimentalAssociatedObjects
import kotlin.reflect.KClass
import kotlin.reflect.findAssociatedObject
import timemory.internal.platform.Lock
import timemory.internal.platform.Weak
import timemory.internal.platform.hold

@AssociatedObjectKey
@Target(AnnotationTarget.CLASS)
@Retention(AnnotationRetention.BINARY)
public actual annotation class DescribedBy(actual val type: KClass<out ComponentType<*>>)

@PublishedApi
internal actual inline fun <reified T : Component> typeKey(): Any = T::class

internal actual fun keyOf(component: Component): Any = if (component is OfRuntimeType) component.runtimeType else component::class

internal actual fun componentTypeOf(key: Any): ComponentType<*>? =
    key as? ComponentType<*> ?: (key as KClass<*>).findAssociatedObject<DescribedBy>() as ComponentType<*>?

internal actual fun staysLoaded(key: Any): Boolean = true

internal actual fun classKeyOf(value: Any): Any = value::class

private val kept = ArrayList<Any>()
private val keeping = Lock()

internal actual fun <T : Any> keptByClass(key: Any, target: T): Weak<T> {
    keeping.hold { kept.add(target) }
    return Weak(target)
}

internal actual fun nameOf(key: Any): String = (key as? KClass<*>)?.qualifiedName ?: key.toString()

internal actual val howToDescribe: String
    get() = "annotate it with @DescribedBy(TheClass.TYPE::class), where companion object TYPE extends ComponentType"
