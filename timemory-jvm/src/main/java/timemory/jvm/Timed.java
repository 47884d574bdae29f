package timemory.jvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks what is to be measured where the program runs with timemory's agent, or was rewritten by {@code timemory run -o}:
 *
 * <pre>{@code
 * @Timed
 * Order load(long id) { ... }
 *
 * @Timed(value = "checkout", components = "wall_clock, thread_cpu_clock")
 * void checkOut() { ... }
 * }</pre>
 *
 * <p>A method or constructor that carries it is measured however small it is and whatever patterns include, unless a pattern excludes it.
 * On a class it stands for all methods that would be measured if the class were the program's own, which leaves out trivial ones.
 *
 * <p>Without agent and rewriting it does nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface Timed {

    /** The label of the region; class and method without. Not for classes. */
    String value() default "";

    /** Ids of components, as {@code timemory avail} lists them; without any, those that the agent was given. */
    String components() default "";
}
