package timemory.agent.boot;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** Called by {@link Launch} in the agent's own loader: directly, because the first reflective call delays a program's start by 10 ms. */
public interface AgentStart {
    /** Starts the loaded agent like {@link Launch#start}. */
    void start(@Nullable String arguments, Instrumentation instrumentation, boolean attached);
}
