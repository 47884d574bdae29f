package timemory.agent.boot;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** What {@link Launch} calls in the agent's own loader: directly, since by reflection the first call costs a program's start 10 ms. */
public interface AgentStart {
    /** As {@link Launch#start}, for the agent that has been loaded. */
    void start(@Nullable String arguments, Instrumentation instrumentation, boolean attached);
}
