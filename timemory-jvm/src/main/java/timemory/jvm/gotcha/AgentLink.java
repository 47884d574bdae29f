package timemory.jvm.gotcha;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the agent, which instruments calls. The agent is loaded into the process if needed. Only a boot loader class with two
 * methods is used, so that the library does not depend on the agent.
 */
final class AgentLink {
    private static final String CALLS = "timemory.agent.boot.Calls";

    /** The result of attaching: {@code null} before the attempt, empty if it succeeded. */
    private static @Nullable String attached;

    private AgentLink() {}

    /** Instruments calls and links them with {@code type}; returns why that failed, {@code null} if it succeeded. */
    static synchronized @Nullable String use(GotchaType<?> type, List<String[]> functions) {
        Class<?> calls = calls();
        if (calls == null) {
            if (attached == null) attached = AgentAttach.attach();
            if (!attached.isEmpty()) return attached;
            calls = calls();
            if (calls == null) return "timemory's agent was loaded but did not start (see stderr for the reason)";
        }
        Linker.ONLY.add(type);
        try {
            Consumer<String> tell = problem -> type.tell("calls", "gotcha " + type.getId() + ": " + problem);
            return (String) calls.getMethod("watch", List.class, BiFunction.class, Consumer.class).invoke(null, functions, Linker.ONLY,
                    tell);
        } catch (InvocationTargetException failure) {
            return "weaving failed with " + failure.getCause();
        } catch (ReflectiveOperationException exception) {
            return "timemory's agent and timemory-jvm in this process have different versions: use the same version (" + exception + ")";
        }
    }

    /** Links every call again. */
    static void relink() {
        Class<?> calls = calls();
        if (calls == null) return;
        try {
            calls.getMethod("relink").invoke(null);
        } catch (ReflectiveOperationException exception) {
            throw new IllegalStateException("timemory's agent cannot relink calls", exception);
        }
    }

    private static @Nullable Class<?> calls() {
        try {
            return Class.forName(CALLS, true, null);
        } catch (ClassNotFoundException ignored) {
            return null;
        }
    }
}
