package timemory

import kotlin.reflect.KClass

/**
 * Names the [ComponentType] object of a component class, for Kotlin/Native:
 * ```
 * @DescribedBy(OpenFiles.TYPE::class)
 * class OpenFiles : LongDeltaComponent() { ... }
 * ```
 * Nothing else leads from a class to its companion there. On the JVM the companion object, or a static field of type
 * [ComponentType] in Java, is found without it.
 *
 * @property type the object that describes the class
 */
@Target(AnnotationTarget.CLASS)
public expect annotation class DescribedBy(val type: KClass<out ComponentType<*>>)
