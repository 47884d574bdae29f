package timemory

/**
 * Marks functions and classes to be measured by timemory's Kotlin compiler plugin, by its agent, by `timemory run -o`, which rewrites
 * programs, and, for beans, by the Spring Boot starter.
 * ```
 * @Measured
 * fun load(id: Long): Order { ... }
 *
 * @Measured("checkout", components = "wall_clock, thread_cpu_clock")
 * suspend fun checkOut() { ... }
 * ```
 * An annotated function or constructor is measured regardless of its size and of the patterns that include functions, unless a pattern
 * excludes it. On a class, or on a file for its top-level functions, it applies to all functions that would be measured by default, which
 * excludes trivial ones. A call of a suspending function is one lap, from start to end.
 *
 * Without any of these it has no effect.
 *
 * @property value the label of the region; class and function name by default. Not allowed on classes and files.
 * @property components ids of components, as listed by `timemory avail`; if empty, those of the measuring tool
 * @property bundle if no components are named: the label of a user bundle ([userBundle]), whose components are chosen in the settings
 */
@MustBeDocumented
@Retention(AnnotationRetention.RUNTIME)
@Target(
    AnnotationTarget.FUNCTION,
    AnnotationTarget.PROPERTY_GETTER,
    AnnotationTarget.PROPERTY_SETTER,
    AnnotationTarget.CONSTRUCTOR,
    AnnotationTarget.CLASS,
    AnnotationTarget.FILE,
)
public annotation class Measured(val value: String = "", val components: String = "", val bundle: String = "")
