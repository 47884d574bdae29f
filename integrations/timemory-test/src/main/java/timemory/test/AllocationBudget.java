package timemory.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails a JUnit Jupiter test whose body allocates more heap than {@link #bytes} each time it runs.
 *
 * <pre>{@code
 * @Test
 * @AllocationBudget(bytes = 0)
 * void offersWithoutGarbage() { ring.offer(ITEM); }
 * }</pre>
 *
 * <p><b>The body runs many times</b>: once as always, then {@link #warmup} and {@link #laps} times more, and as often again, without
 * {@code @BeforeEach} and {@code @AfterEach} in between, so it must be one that can. Counted as by {@link AllocationCheck}. Not for dynamic
 * tests, whose bodies are not methods: call {@link Budgets#assertAllocation} there.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(TimemoryExtension.class)
public @interface AllocationBudget {
    /** The maximum average allocation per lap, in bytes. */
    long bytes();

    /** The number of laps per round. */
    int laps() default AllocationCheck.LAPS;

    /** The number of laps before the first round. */
    int warmup() default AllocationCheck.WARMUP;
}
