package timemory.test;

import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Implements the annotations of this package. There is one extension for all of them, so that their order on a test does not matter: the
 * region is outermost, laps are counted inside it, and innermost the body runs, once or repeatedly.
 *
 * <p>It intercepts the test method rather than running before and after it, because an interceptor is called on the thread that runs the
 * method, which with {@code @Timeout} may be another one.
 */
final class TimemoryExtension
        implements
            InvocationInterceptor,
            BeforeAllCallback,
            AfterAllCallback,
            BeforeEachCallback,
            AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(TimemoryExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        OwnSessions.beforeAll(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        OwnSessions.afterAll(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        OwnSessions.beforeEach(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        OwnSessions.afterEach(context);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context) throws Throwable {
        run(() -> runBody(invocation, test, context), context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context) throws Throwable {
        run(() -> runBody(invocation, test, context), context);
    }

    @Override
    public void interceptDynamicTest(Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context)
            throws Throwable {
        ExtensionContext factory = Annotations.withMethod(context);
        if (Annotations.onMethod(AllocationBudget.class, factory).isPresent()) {
            throw new ExtensionConfigurationException("@AllocationBudget on test factory '" + factory.getRequiredTestMethod().getName()
                    + "' cannot run the bodies of its tests again: call Budgets.assertAllocation in them");
        }
        run(invocation::proceed, context);
    }

    private static void run(Block body, ExtensionContext context) throws Throwable {
        ExtensionContext method = Annotations.withMethod(context);
        Block counted = counted(body, method);
        Optional<MeasuredBy> by = Annotations.nearest(MeasuredBy.class, method);
        if (by.isEmpty() || OwnSessions.isMarked(method)) {
            counted.run();
        } else {
            TestSession session = TestSession.begin(by.get().settings(), isParallel(context));
            finishWith(context);
            session.runAtTop(() -> new MeasuredTest(by.get(), context).run(counted));
        }
    }

    private static boolean isParallel(ExtensionContext context) {
        return context.getConfigurationParameter("junit.jupiter.execution.parallel.enabled").map(Boolean::parseBoolean).orElse(false);
    }

    /** The store of the root is closed after the last test of the run. */
    private static void finishWith(ExtensionContext context) {
        context.getRoot().getStore(NAMESPACE)
                .getOrComputeIfAbsent("end", key -> (AutoCloseable) TestSession::finish, AutoCloseable.class);
    }

    private static Block counted(Block body, ExtensionContext method) {
        Block counted = body;
        for (LapsBudget budget : Annotations.lapsBudgets(method)) {
            if (budget.atLeast() == 0 && budget.atMost() == Long.MAX_VALUE) {
                throw new ExtensionConfigurationException("@LapsBudget of region '" + budget.label() + "' allows everything: give "
                        + "atLeast or atMost");
            }
            Block inner = counted;
            counted = () -> Budgets.assertLaps(budget.label(), inner).isBetween(budget.atLeast(), budget.atMost());
        }
        return counted;
    }

    private static void runBody(Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
            throws Throwable {
        invocation.proceed();
        Optional<AllocationBudget> budget = Annotations.onMethod(AllocationBudget.class, context);
        if (budget.isPresent()) {
            Allocation measured = Budgets.assertAllocation(new RepeatedBody(test))
                    .laps(budget.get().laps())
                    .warmup(budget.get().warmup())
                    .isAtMost(budget.get().bytes());
            context.publishReportEntry("timemory.allocation", measured.toString());
        }
    }
}
