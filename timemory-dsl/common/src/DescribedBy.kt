package timemory

import kotlin.reflect.KClass

/**
 * Names the [ComponentType] object of a component class, for Kotlin/Native:
 * ```
 * @DescribedBy(OpenFiles.TYPE::class)
 * class OpenFiles : LongDeltaComponent() { ... }
 * ```
 * The companion of a class cannot be found from the class there. On the JVM it is not needed: the companion object, or a static field of
 * type [ComponentType] in Java, is found without it.
 *
 * @property type the object that describes the class
 */
@Target(AnnotationTarget.CLASS)
public expect annotation class DescribedBy(val type: KClass<out ComponentType<*>>)
