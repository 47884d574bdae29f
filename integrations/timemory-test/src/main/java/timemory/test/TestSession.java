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
 * <p>Tests hang at the top of the call graph on whichever thread they run, which a thread that measures for the first time would
 * not do by itself: it hangs below what the primary thread has open, another test perhaps. So each is run at the place that the session
 * had when nothing was open.
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

    /** On a thread that has nothing open. */
    private TestSession() {
        top = CallContext.current();
        atTop = ContextPropagation.wrapFunction(TestSession::run);
    }

    /** Where tests stand in the call graph. */
    CallContext top() {
        return top;
    }

    /** Runs {@code block} so that its regions stand at the top of the call graph. */
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
     * The session that is running, begun where there is none.
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
            // All tests that name them fail, not the first alone.
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

    /** Ends the session, unless it was begun by others, and writes it. */
    static synchronized void end() {
        if (isOurs) {
            Timemory.finalize();
        }
        isOurs = false;
        current = null;
    }

    /** As {@link #end}, after the last test of a run: the next may ask for other settings. */
    static synchronized void finish() {
        end();
        settingsClass = null;
    }

    /** Whether {@code settings} are heard of for the first time. */
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
            // The thread that begins it becomes the primary one, below whose open region threads hang that nobody placed: one that never
            // has any open, since another test's would be wrong.
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

    /** No part may write over the files of another. */
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
