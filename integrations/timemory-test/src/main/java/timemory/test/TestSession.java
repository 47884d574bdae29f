package timemory.test;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import timemory.context.ContextPropagation;
import timemory.CallContext;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;

/**
 * The session that measured tests are recorded in, of which a process has one at a time.
 *
 * <p>Tests are at the top of the call graph whichever thread they run on. A thread that measures for the first time would otherwise be
 * below whatever the primary thread has open, possibly another test. So each test runs with the call context that the session had when
 * nothing was open.
 *
 * <p>Thread-safe.
 */
final class TestSession {

    private static boolean isOurs;
    private static int parts;
    private static @Nullable Class<? extends SessionSettings> settingsClass;
    private static @Nullable TestSession current;

    private final CallContext top;
    private final Function<Block, @Nullable Throwable> atTop;

    /** Must be called on a thread with no open region. */
    private TestSession() {
        top = CallContext.current();
        atTop = ContextPropagation.wrapFunction(TestSession::run);
    }

    /** Returns the call context of tests. */
    CallContext top() {
        return top;
    }

    /** Runs {@code block} with its regions at the top of the call graph. */
    void runAtTop(Block block) throws Throwable {
        Throwable failure = atTop.apply(block);
        if (failure != null) {
            throw failure;
        }
    }

    private static @Nullable Throwable run(Block block) {
        try {
            block.run();
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    /**
     * Returns the running session, starting one if needed.
     *
     * @param settings assigned to it; {@link SessionSettings.FromEnvironment} for none
     * @param isParallel whether tests run concurrently
     * @throws IllegalArgumentException if tests have asked for other settings before
     */
    static synchronized TestSession begin(Class<? extends SessionSettings> settings, boolean isParallel) {
        boolean isNew = addSettings(settings);
        try {
            beginOrChange(isNew, isParallel);
        } catch (RuntimeException exception) {
            // All tests that specify these settings fail, instead of only the first.
            settingsClass = isNew ? null : settingsClass;
            throw exception;
        }
        TestSession session = current;
        if (session == null) {
            session = new TestSession();
            current = session;
        }
        return session;
    }

    private static void beginOrChange(boolean isNew, boolean isParallel) {
        if (!Timemory.isInitialized()) {
            beginPart(isParallel);
            isOurs = true;
        } else if (isNew && isOurs) {
            Timemory.change(newBuilder());
            markPart();
        }
    }

    /** Ends the session and writes it, unless it was started elsewhere. */
    static synchronized void end() {
        if (isOurs) {
            Timemory.finalize();
        }
        isOurs = false;
        current = null;
    }

    /** Ends the session like {@link #end}, after the last test of a run: the next run may use other settings. */
    static synchronized void finish() {
        end();
        settingsClass = null;
    }

    /** Returns whether {@code settings} are new. */
    private static boolean addSettings(Class<? extends SessionSettings> settings) {
        if (settings == SessionSettings.FromEnvironment.class || settings == settingsClass) {
            return false;
        }
        if (settingsClass != null) {
            throw new IllegalArgumentException("tests ask for settings of " + settings.getName() + ", but others for those of "
                    + settingsClass.getName() + ": there is one session for all of them. Name the same class everywhere");
        }
        settingsClass = settings;
        return true;
    }

    private static void beginPart(boolean isParallel) {
        SettingsBuilder settings = newBuilder();
        if (isParallel) {
            // The thread that starts a session becomes the primary one, below whose open region unattached threads are placed. This one
            // never has a region open, since another test's would be wrong.
            Thread primary = new Thread(() -> Timemory.init(settings), "timemory-test");
            primary.start();
            join(primary);
        } else {
            Timemory.init(settings);
        }
        parts++;
        markPart();
        current = new TestSession();
    }

    private static void join(Thread thread) {
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps parts from overwriting each other's files. */
    private static void markPart() {
        String mark = "part" + parts + "-";
        String prefix = Timemory.getSettings().getOutputPrefix();
        if (parts > 1 && !prefix.startsWith(mark)) {
            SettingsBuilder changes = new SettingsBuilder();
            changes.setOutputPrefix(mark + prefix);
            Timemory.change(changes);
        }
    }

    private static SettingsBuilder newBuilder() {
        SettingsBuilder builder = new SettingsBuilder();
        if (settingsClass != null) {
            make(settingsClass).assign(builder);
        }
        return builder;
    }

    private static SessionSettings make(Class<? extends SessionSettings> type) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException failure) {
            throw new IllegalArgumentException("settings " + type.getName() + " cannot be made: give it a constructor without "
                    + "parameters that "
                    + "throws nothing, and make it static if it is nested", failure);
        }
    }
}
