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
 * Fails a JUnit Jupiter test that enters the region {@link #label} too often, or not often enough: a cache that is not used, a retry too
 * many.
 *
 * <pre>{@code
 * @Test
 * @LapsBudget(label = "load page", atMost = 1)
 * void loadsOnce() { ... }
 * }</pre>
 *
 * <p>Laps are counted as in {@link LapsCheck}: on all threads of the process, during the body of the test. Therefore no other test that is
 * measured or counts laps runs at the same time; if a class is measured as a whole and has such a test, its tests run one after another.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Repeatable(LapsBudget.All.class)
@ExtendWith(TimemoryExtension.class)
@ResourceLock(OwnSession.RESOURCE)
public @interface LapsBudget {
    /** The label of the region. */
    String label();

    /** The minimum number of laps. */
    long atLeast() default 0;

    /** The maximum number of laps. */
    long atMost() default Long.MAX_VALUE;

    /** Contains several budgets for one test. */
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
