package timemory.tests;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Ends the JVM of the tests if one test takes far too long, and prints the stacks of its threads, so that the build names a test that hangs
 * instead of hanging itself. JUnit finds it as a service, in every module.
 */
public final class TestTimeLimit implements TestExecutionListener {

    private static final Duration LIMIT = Duration.ofMinutes("true".equals(System.getenv("THOROUGH")) ? 240 : 20);

    private final Duration limit;
    private final Consumer<String> exceeded;
    private final Map<String, Future<?>> running = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor alarm = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "time limit of tests");
        thread.setDaemon(true);
        return thread;
    });

    public TestTimeLimit() {
        this(LIMIT, TestTimeLimit::end);
    }

    TestTimeLimit(Duration limit, Consumer<String> exceeded) {
        this.limit = limit;
        this.exceeded = exceeded;
        alarm.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (!test.isTest()) return;
        Runnable tell = () -> exceeded.accept(test.getUniqueId() + " is not over after " + limit.toSeconds() + " s");
        running.put(test.getUniqueId(), alarm.schedule(tell, limit.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Future<?> tell = running.remove(test.getUniqueId());
        if (tell != null) tell.cancel(false);
    }

    /** How many tests are running. */
    int waiting() {
        return alarm.getQueue().size();
    }

    private static void end(String message) {
        try {
            System.err.println(message + ":\n" + threads());
            System.err.flush();
            ChildProcesses.end();
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    static String threads() {
        StringBuilder text = new StringBuilder();
        for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
            LockInfo awaited = thread.getLockInfo();
            text.append('"').append(thread.getThreadName()).append("\" ").append(thread.getThreadState());
            if (awaited != null) text.append(" for ").append(awaited).append(", held by ").append(thread.getLockOwnerName());
            text.append('\n');
            for (StackTraceElement frame : thread.getStackTrace()) text.append("    at ").append(frame).append('\n');
        }
        return text.toString();
    }
}
