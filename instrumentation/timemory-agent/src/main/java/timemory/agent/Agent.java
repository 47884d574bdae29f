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
 * The agent in its own class loader: sets up what measures, then what weaves.
 *
 * <p>Loaded into a program that runs, it weaves the classes that are there already, and makes them what they were when it is told to stop.
 */
public final class Agent implements AgentStart {
    /** What it is told, in place of options, to end a measurement. */
    public static final String STOP = "stop";

    /** What the options begin with by which a program's own timemory opens its socket, and closes it; a file for the answer follows. */
    public static final String OPEN_LIVE = "open-live=";
    public static final String CLOSE_LIVE = "close-live=";

    private final Sites sites = new Sites();
    private final Lines lines = new Lines();
    private final SessionEndRelay endings = new SessionEndRelay();
    private @Nullable KotlinRuntimes kotlins;
    private @Nullable Probes recorder;
    private @Nullable Measurement measurement;

    private boolean weavesCalls;

    /** Called by {@link Launch} at the start of the program or, where {@code attached}, while it runs: each time the agent is loaded. */
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
        // Woven code takes the first one for good.
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
        // By then another measurement may be under way, which is not its to end.
        ProcessHandle.of(options.until).ifPresentOrElse(process -> process.onExit().thenRun(() -> stop(begun)), () -> stop(begun));
    }

    /** No function is woven: what the program opens itself are its regions. */
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
     * Makes a gotcha of the program ready. It may use a timemory other than the agent's, so only its methods are known.
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
