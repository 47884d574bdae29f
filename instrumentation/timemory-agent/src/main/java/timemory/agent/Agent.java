package timemory.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;
import timemory.agent.boot.AgentStart;
import timemory.agent.boot.Calls;
import timemory.agent.boot.Launch;
import timemory.agent.boot.Probes;
import timemory.agent.gotcha.CallTransformer;
import timemory.agent.lines.LineRecorder;
import timemory.agent.lines.Lines;
import timemory.agent.option.AgentOptions;
import timemory.agent.record.Coroutines;
import timemory.agent.record.GuardedRecorder;
import timemory.agent.record.OwnSession;
import timemory.agent.record.Recorder;
import timemory.agent.record.SampleReport;
import timemory.agent.record.Sites;

/**
 * The agent in its own class loader: sets up measuring, then weaving.
 *
 * <p>When loaded into a running program, it weaves the classes that are already loaded, and restores them when it is stopped.
 */
public final class Agent implements AgentStart {
    /** The argument that ends a measurement, instead of options. */
    public static final String STOP = "stop";

    /** The prefix of options that make a program's own timemory open or close its socket; it is followed by a file for the response. */
    public static final String OPEN_LIVE = "open-live=";
    public static final String CLOSE_LIVE = "close-live=";

    private final Sites sites = new Sites();
    private final Lines lines = new Lines();
    private final SessionEndRelay endings = new SessionEndRelay();
    private @Nullable KotlinRuntimes kotlins;
    private @Nullable Probes recorder;
    private @Nullable Measurement measurement;

    private boolean weavesCalls;

    /** Called by {@link Launch} at the start of the program or, if {@code attached}, while it is running: each time the agent is loaded. */
    @Override
    public synchronized void start(@Nullable String arguments, Instrumentation instrumentation, boolean attached) {
        if (STOP.equals(arguments)) {
            stop(measurement);
            return;
        }
        AgentOptions options;
        try {
            options = AgentOptions.parse(arguments);
        } catch (IllegalArgumentException failure) {
            System.err.println("timemory: " + failure.getMessage() + ": nothing is measured");
            return;
        }
        if (!weavesCalls) Calls.install(new CallTransformer(instrumentation));
        weavesCalls = true;
        for (String name : options.gotchas) prepare(name);
        if (options.samples) AsyncProfilerJar.share(options.asyncProfiler, instrumentation);
        if (options.functions) measure(options, instrumentation, attached);
        else if (options.samples) sample(options);
    }

    private void measure(AgentOptions options, Instrumentation instrumentation, boolean attached) {
        if (measurement != null) {
            refuse(options, "the agent already measures this program: the second request has no effect");
            return;
        }
        if (kotlins == null) kotlins = new KotlinRuntimes(instrumentation);
        if (options.selection.jdk && recorder instanceof Recorder) {
            refuse(options, "option jdk must be given the first time a program is measured: nothing is measured");
            return;
        }
        // Woven code keeps using the first recorder.
        if (recorder == null) {
            recorder = new Recorder(sites, new LineRecorder(lines), new Coroutines(kotlins));
            if (options.selection.jdk) recorder = new GuardedRecorder(recorder);
        }
        if (!Launch.install(recorder)) {
            refuse(options, "the agent already measures this program from start to end: the second request has no effect");
            return;
        }
        Measurement begun = new Measurement(options, instrumentation, attached, kotlins, sites, lines, endings);
        measurement = begun;
        AttachStatus.write(options.statusFile, AttachStatus.State.MEASURING, "");
        if (options.until == 0) return;
        // By then another measurement may be running, which it must not end.
        ProcessHandle.of(options.until).ifPresentOrElse(process -> process.onExit().thenRun(() -> stop(begun)), () -> stop(begun));
    }

    /** No function is woven: the only regions are those that the program opens itself. */
    private void sample(AgentOptions options) {
        OwnSession.begin(options);
        endings.passTo(new SampleReport(options));
    }

    private static void refuse(AgentOptions options, String reason) {
        System.err.println("timemory: " + reason);
        AttachStatus.write(options.statusFile, AttachStatus.State.REFUSED, reason);
    }

    /** Ends the measurement of an agent that was loaded into a running program. */
    private synchronized void stop(@Nullable Measurement which) {
        if (which == null || measurement != which) return;
        try {
            which.stop();
        } finally {
            measurement = null;
        }
    }

    /**
     * Prepares a gotcha of the program. It may use a different timemory than the agent's, so only its methods are known.
     */
    private static void prepare(String name) {
        String reason = "it has no static field of the type GotchaType";
        try {
            for (Field field : Class.forName(name, true, ClassLoader.getSystemClassLoader()).getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) || !isGotchaType(field.getType())) continue;
                field.setAccessible(true);
                Object type = field.get(null);
                reason = (String) type.getClass().getMethod("unavailableReason").invoke(type);
                break;
            }
        } catch (ReflectiveOperationException | LinkageError failure) {
            reason = failure.toString();
        }
        if (reason != null) System.err.println("timemory: gotcha=" + name + ": it cannot be prepared: " + reason);
    }

    private static boolean isGotchaType(Class<?> type) {
        for (Class<?> one = type; one != null; one = one.getSuperclass())
            if (one.getName().equals("timemory.jvm.gotcha.GotchaType")) return true;
        return false;
    }
}
