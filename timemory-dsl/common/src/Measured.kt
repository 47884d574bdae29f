package timemory

/**
 * Marks what is to be measured: by timemory's agent, by `timemory run -o`, which rewrites programs, and, of beans, by the starter for Spring
 * Boot.
 * ```
 * @Measured
 * fun load(id: Long): Order { ... }
 *
 * @Measured("checkout", components = "wall_clock, thread_cpu_clock")
 * suspend fun checkOut() { ... }
 * ```
 * A function or constructor that carries it is measured however small it is and whatever patterns include, unless a pattern excludes it. On
 * a class it stands for all functions that would be measured if the class were the program's own, which leaves out trivial ones. A call of a
 * function that suspends is one lap, from its begin to its end.
 *
 * Without any of these it does nothing.
 *
 * @property value the label of the region; class and function without. Not for classes.
 * @property components ids of components, as `timemory avail` lists them; without any, those that whoever measures was given
 */
@MustBeDocumented
@Retention(AnnotationRetention.RUNTIME)
@Target(AnnotationTarget.FUNCTION, AnnotationTarget.CONSTRUCTOR, AnnotationTarget.CLASS)
public annotation class Measured(val value: String = "", val components: String = "")
