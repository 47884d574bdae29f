package timemory

import java.lang.reflect.Modifier
import java.util.Queue
import java.util.concurrent.ConcurrentLinkedQueue
import timemory.internal.platform.Weak

@PublishedApi
internal actual inline fun <reified T : Component> typeKey(): Any = T::class.java

internal actual fun keyOf(component: Component): Any = if (component is OfRuntimeType) component.runtimeType else component.javaClass

/** The value of the first static field of the class of type [ComponentType]: Kotlin's companion object, or a constant in Java. */
internal actual fun componentTypeOf(key: Any): ComponentType<*>? {
    if (key is ComponentType<*>) return key
    val field = (key as Class<*>).declaredFields.firstOrNull {
        Modifier.isStatic(it.modifiers) && ComponentType::class.java.isAssignableFrom(it.type)
    } ?: return null
    field.isAccessible = true
    return field.get(null) as ComponentType<*>?
}

private fun classOf(key: Any): Class<*> = if (key is ComponentType<*>) key.create().javaClass else key as Class<*>

/** True for a class of the library's own loader, or of a parent of it. */
internal actual fun staysLoaded(key: Any): Boolean {
    val loader = classOf(key).classLoader ?: return true
    var own = Component::class.java.classLoader
    while (own != null) {
        if (own === loader) return true
        own = own.parent
    }
    return false
}

internal actual fun classKeyOf(value: Any): Any = value.javaClass

/** Objects that live as long as their class: the class holds them, not this library. */
private val kept = object : ClassValue<Queue<Any>>() {
    override fun computeValue(type: Class<*>): Queue<Any> = ConcurrentLinkedQueue()
}

internal actual fun <T : Any> keptByClass(key: Any, target: T): Weak<T> {
    kept.get(classOf(key)).add(target)
    return Weak(target)
}

internal actual fun nameOf(key: Any): String = if (key is Class<*>) key.name else key.toString()

internal actual val howToDescribe: String =
    "give it a companion object that extends ComponentType (in Java: a static final field of type ComponentType)"
