package timemory

import java.lang.reflect.Modifier

@PublishedApi
internal actual inline fun <reified T : Component> typeKey(): Any = T::class.java

internal actual fun keyOf(component: Component): Any = if (component is RuntimeComponent) component.type else component.javaClass

/** The value of the first static field of the class that holds a [ComponentType]: Kotlin's companion object, or a constant in Java. */
internal actual fun componentTypeOf(key: Any): ComponentType<*>? {
    if (key is ComponentType<*>) return key
    val field = (key as Class<*>).declaredFields.firstOrNull {
        Modifier.isStatic(it.modifiers) && ComponentType::class.java.isAssignableFrom(it.type)
    } ?: return null
    field.isAccessible = true
    return field.get(null) as ComponentType<*>?
}

internal actual fun nameOf(key: Any): String = if (key is Class<*>) key.name else key.toString()

internal actual val howToDescribe: String =
    "give it a companion object that extends ComponentType (in Java: a static final field of type ComponentType)"

internal actual val targetName: String = "JVM"
