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
 * Measures JUnit Jupiter tests: each test method is a region named {@code Class.method} at the top of the call graph, and what the test
 * measures itself hangs below it. On a class it stands for all its tests, those of nested classes included; on a method it goes before the
 * one of the class; on an annotation it makes that one measure.
 *
 * <pre>{@code
 * @MeasuredBy({WallClock.class, ThreadAllocatedBytes.class})
 * class ParserTest {
 *     @Test void parsesNumbers() { ... }                  // region "ParserTest.parsesNumbers"
 *     @ParameterizedTest ... void parses(String text)     // one region, a lap for each invocation
 * }
 * }</pre>
 *
 * <p><b>What is measured.</b> The body of the method, on the thread that runs it, without {@code @BeforeEach} and {@code @AfterEach}.
 * Invocations of parameterized and repeated tests, and dynamic tests, are laps of their method's region. Classes of equal simple name in
 * different packages share their regions.
 *
 * <p><b>Results.</b> Each lap is published as report entries, {@code timemory.wall_clock = 1.234 msec}. The call graph is written when
 * the run ends, as the settings say: a table on the console and files below {@code timemory-output}. JVMs that run tests
 * beside each other need output paths of their own, such as
 * {@code -Dtimemory.output_prefix=fork${surefire.forkNumber}-} with Maven Surefire.
 *
 * <p><b>The session.</b> There is one in a process at a time. The first measured test begins it, unless it runs already; one that runs
 * already is used and left open. Tests that begin and end sessions themselves are marked with {@link OwnSession}. Where one does so without
 * that mark, its {@code Timemory.init} does not count and its {@code finalize} ends the session of the measured tests; what was measured
 * until then is written, and the next measured test begins another, whose files begin with {@code part2-}.
 *
 * <p><b>Parallel execution.</b> Tests measure on their own threads, each at the top of the call graph. Threads that a test makes hang below
 * its region in sequential execution; in parallel execution, hand the place over ({@link timemory.context.ContextPropagation}), or they
 * stand at the top.
 *
 * <p>Needs JUnit 5.13 or later.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(TimemoryExtension.class)
@ResourceLock(value = OwnSession.RESOURCE, mode = ResourceAccessMode.READ)
public @interface MeasuredBy {
    /** What to measure by: one to eight different components. */
    Class<? extends Component>[] value();

    /** Whether each invocation of a parameterized, repeated or dynamic test is a region besides, inside, named as it is displayed. */
    boolean invocations() default false;

    /** What becomes of a test if a component cannot measure on this machine or thread. */
    WhenUnavailable whenUnavailable() default WhenUnavailable.ABORT;

    /**
     * Settings of the session. They hold for the whole run, and all tests that name any must name the same class. Those that are named when
     * the session has begun for others already, are changed in it; a setting that cannot be then fails the test.
     */
    Class<? extends SessionSettings> settings() default SessionSettings.FromEnvironment.class;
}
