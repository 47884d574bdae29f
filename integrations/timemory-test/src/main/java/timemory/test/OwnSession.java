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
 * Says of a JUnit Jupiter test, or of all tests of a class, that it begins and ends timemory sessions itself.
 *
 * <p>Before it, and before its {@code @BeforeEach} ({@code @BeforeAll} on a class), the session of measured tests is ended and written; the
 * next measured test begins another, whose files begin with {@code part2-}, {@code part3-} and so on. No measured test runs meanwhile, in
 * parallel execution either. The test itself is not measured, whatever {@link MeasuredBy} says. A session that it leaves open is ended
 * after it.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(TimemoryExtension.class)
@ResourceLock(OwnSession.RESOURCE)
public @interface OwnSession {
    /**
     * The session of the process as a resource of JUnit's parallel execution. Measured tests share it; a test that ends the session has
     * it for itself: {@link ResourceAccessMode#READ_WRITE}.
     */
    String RESOURCE = "timemory.session";
}
