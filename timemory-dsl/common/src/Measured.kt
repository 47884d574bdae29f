package timemory

/**
 * Marks functions and classes to be measured by timemory's plugin for the Kotlin compiler, by its agent, by `timemory run -o`, which
 * rewrites programs, and, of beans, by the starter for Spring Boot.
 * ```
 * @Measured
 * fun load(id: Long): Order { ... }
 *
 * @Measured("checkout", components = "wall_clock, thread_cpu_clock")
 * suspend fun checkOut() { ... }
 * ```
 * A function or constructor that carries it is measured however small it is and whatever patterns include, unless a pattern excludes it. On
 * a class, or the file of functions that are in none, it stands for all functions that would be measured if they were the program's own,
 * which leaves out trivial ones. A call of a function that suspends is one lap, from its begin to its end.
 *
 * Without any of these it does nothing.
 *
 * @property value the label of the region; class and function without. Not for classes and files.
 * @property components ids of components, as `timemory avail` lists them; if empty, those that the measuring tool was given
 * @property bundle where no components are named: the label of a user bundle ([userBundle]), whose components settings choose
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
