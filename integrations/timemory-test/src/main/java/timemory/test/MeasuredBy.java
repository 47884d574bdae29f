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
import timemory.Component;

/**
 * Measures JUnit Jupiter tests: each test method is a region named {@code Class.method} at the top of the call graph, with what the test
 * itself measures below it. On a class it applies to all its tests, including those of nested classes; on a method it overrides that of the
 * class; as a meta-annotation it makes another annotation measure tests.
 *
 * <pre>{@code
 * @MeasuredBy({WallClock.class, ThreadAllocatedBytes.class})
 * class ParserTest {
 *     @Test void parsesNumbers() { ... }                  // region "ParserTest.parsesNumbers"
 *     @ParameterizedTest ... void parses(String text)     // one region, a lap for each invocation
 * }
 * }</pre>
 *
 * <p><b>What is measured:</b> the body of the method, on the thread that runs it, without {@code @BeforeEach} and {@code @AfterEach}.
 * Invocations of parameterized and repeated tests, and dynamic tests, are laps of their method's region. Classes with the same simple name
 * in different packages share their regions.
 *
 * <p><b>Results.</b> Each lap is published as report entries, {@code timemory.wall_clock = 1.234 msec}. The call graph is written when the
 * run ends, according to the settings: a table on the console and files below {@code timemory-output}. JVMs that run tests at the same time
 * need separate output paths, such as {@code -Dtimemory.output_prefix=fork${surefire.forkNumber}-} with Maven Surefire.
 *
 * <p><b>The session.</b> A process has one session at a time. The first measured test starts it; a session that is already running is used
 * and left open. Tests that start and end sessions themselves must be marked with {@link OwnSession}. Without that mark, a test's {@code
 * Timemory.init} has no effect and its {@code finalize} ends the session of the measured tests; the results so far are written, and the
 * next measured test starts another session, whose files have the prefix {@code part2-}.
 *
 * <p><b>Parallel execution.</b> Tests measure on their own threads, each at the top of the call graph. Threads that a test starts are below
 * its region in sequential execution; in parallel execution, propagate the context ({@link timemory.context.ContextPropagation}), or they
 * are at the top.
 *
 * <p>Requires JUnit 5.13 or later.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(TimemoryExtension.class)
@ResourceLock(value = OwnSession.RESOURCE, mode = ResourceAccessMode.READ)
public @interface MeasuredBy {
    /** The components: one to eight different ones. */
    Class<? extends Component>[] value();

    /** Whether each invocation of a parameterized, repeated or dynamic test also gets a nested region, with its display name. */
    boolean invocations() default false;

    /** What happens to a test if a component is unavailable on this machine or thread. */
    WhenUnavailable whenUnavailable() default WhenUnavailable.ABORT;

    /**
     * Settings of the session. They apply to the whole run, and all tests that specify settings must use the same class. If the session has
     * already been started for other tests, the settings are changed in it; a setting that cannot be changed then fails the test.
     */
    Class<? extends SessionSettings> settings() default SessionSettings.FromEnvironment.class;
}
