package timemory.agent.boot;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.util.Objects;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Begins the agent in a class loader of its own: one that shares the program's timemory where the program begins with it, another where it
 * is loaded later.
 */
public final class Launch {
    /** Most of the classes that are loaded ahead of need are for measuring functions. */
    private static final String WITHOUT_FUNCTIONS = "functions=false";

    private static @Nullable Probes probes;
    private static @Nullable AgentStart agent;
    private static @Nullable AgentStart attachedAgent;

    private Launch() {}

    /**
     * Begins the agent or, where it runs already, hands it further arguments.
     *
     * @param arguments as written after {@code -javaagent:timemory-agent.jar=}
     * @param agentJar and {@code agentFile}: what the agent's classes are read from
     * @param attached whether the program ran already
     */
    public static synchronized void start(@Nullable String arguments, Instrumentation instrumentation, JarFile agentJar, File agentFile,
            boolean attached)
            throws Exception {
        AgentStart known = attached ? attachedAgent : agent;
        if (known == null) {
            PayloadLoader loader = PayloadLoader.of(agentJar, agentFile.toURI().toURL(), !attached);
            if (arguments == null || !arguments.contains(WITHOUT_FUNCTIONS)) Preload.begin(agentJar, loader);
            known = (AgentStart) loader.loadClass("timemory.agent.Agent").getDeclaredConstructor().newInstance();
            if (attached) attachedAgent = known;
            else agent = known;
        }
        known.start(arguments, instrumentation, attached);
    }

    /**
     * What {@link Hooks} calls from now on; to be set before the first class is woven.
     *
     * @return whether it does: woven code continues to call what it was given first
     */
    public static synchronized boolean install(Probes made) {
        if (probes == null) probes = made;
        return probes == made;
    }

    /** What the agent installed. Where none runs, the program was woven ahead of time and brings one along. */
    static synchronized Probes probes() {
        if (probes == null) AheadOfTime.start();
        return Objects.requireNonNull(probes); // start has installed some, also if it failed
    }

    /** Begins what records in {@code agentJar}, without weaving anything. */
    static void startRecording(JarFile agentJar, URL location) throws Exception {
        PayloadLoader.of(agentJar, location, true).loadClass("timemory.agent.rewrite.Recording").getMethod("start").invoke(null);
    }
}
