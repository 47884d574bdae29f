package timemory.agent.boot;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.util.Objects;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent in its own class loader: one that shares the program's timemory if the program starts with it, a separate one if it is
 * loaded later.
 */
public final class Launch {
    /** Most of the classes that are loaded ahead of time are for measuring functions. */
    private static final String WITHOUT_FUNCTIONS = "functions=false";

    private static @Nullable Probes probes;
    private static @Nullable AgentStart agent;
    private static @Nullable AgentStart attachedAgent;

    private Launch() {}

    /**
     * Starts the agent or, if it is already running, passes it further arguments.
     *
     * @param arguments as written after {@code -javaagent:timemory-agent.jar=}
     * @param agentJar and {@code agentFile}: the sources of the agent's classes
     * @param attached whether the program was already running
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
     * Sets the implementation that {@link Hooks} calls from now on; must be set before the first class is woven.
     *
     * @return whether it is used: woven code keeps calling the first one
     */
    public static synchronized boolean install(Probes made) {
        if (probes == null) probes = made;
        return probes == made;
    }

    /** Returns the installed probes. If there are none, the program was woven ahead of time and includes an agent. */
    static synchronized Probes probes() {
        if (probes == null) AheadOfTime.start();
        return Objects.requireNonNull(probes); // start has installed some, even if it failed
    }

    /** Starts the recorder in {@code agentJar}, without weaving anything. */
    static void startRecording(JarFile agentJar, URL location) throws Exception {
        PayloadLoader.of(agentJar, location, true).loadClass("timemory.agent.rewrite.Recording").getMethod("start").invoke(null);
    }
}
