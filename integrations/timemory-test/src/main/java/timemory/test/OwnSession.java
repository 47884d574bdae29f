package timemory.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Marks a JUnit Jupiter test, or all tests of a class, that starts and ends timemory sessions itself.
 *
 * <p>Before it, and before its {@code @BeforeEach} ({@code @BeforeAll} on a class), the session of measured tests is ended and written; the
 * next measured test starts another one, whose files have the prefixes {@code part2-}, {@code part3-} and so on. No measured test runs at
 * the same time, even in parallel execution. The test itself is not measured, regardless of {@link MeasuredBy}. A session that it leaves
 * open is ended after it.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(TimemoryExtension.class)
@ResourceLock(OwnSession.RESOURCE)
public @interface OwnSession {
    /**
     * The process's session as a resource for JUnit's parallel execution. Measured tests share it; a test that ends the session needs
     * exclusive access: {@link ResourceAccessMode#READ_WRITE}.
     */
    String RESOURCE = "timemory.session";
}
