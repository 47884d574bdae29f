package timemory.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Fails a JUnit Jupiter test that enters the region {@link #label} too often, or not often enough: a cache that is asked but not used, a
 * retry too many.
 *
 * <pre>{@code
 * @Test
 * @LapsBudget(label = "load page", atMost = 1)
 * void loadsOnce() { ... }
 * }</pre>
 *
 * <p>Counted as by {@link LapsCheck}: by all threads of the process, during the body of the test. For that, no other test that is measured
 * or counts laps runs meanwhile; tests of a class that is measured as a whole and has one of this kind run one after another.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Repeatable(LapsBudget.All.class)
@ExtendWith(TimemoryExtension.class)
@ResourceLock(OwnSession.RESOURCE)
public @interface LapsBudget {
    /** The region, as named where it is measured. */
    String label();

    /** Fewer laps fail. */
    long atLeast() default 0;

    /** More laps fail. */
    long atMost() default Long.MAX_VALUE;

    /** Several of them on one test. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
    @ExtendWith(TimemoryExtension.class)
    @ResourceLock(OwnSession.RESOURCE)
    @interface All {
        /** The budgets. */
        LapsBudget[] value();
    }
}
