package timemory.agent;

import com.sun.tools.attach.VirtualMachine;

/**
 * Loads the agent into a running JVM: {@code java -cp timemory-agent.jar timemory.agent.AttachTo PID AGENT-JAR [OPTIONS]}. A separate
 * process, because a JVM must not attach to itself. Errors are printed to stderr, and reported by exit status 1.
 */
public final class AttachTo {
    private AttachTo() {}

    /** Arguments: the process, the agent's JAR, and the agent's options. */
    public static void main(String[] arguments) {
        try {
            VirtualMachine machine = VirtualMachine.attach(arguments[0]);
            try {
                machine.loadAgent(arguments[1], arguments.length > 2 ? arguments[2] : "");
            } finally {
                machine.detach();
            }
        } catch (Throwable failure) {
            // The message of an AgentLoadException is that of the other JVM.
            System.err.println(failure.getMessage() == null ? failure.toString() : failure.getMessage());
            System.exit(1);
        }
    }
}
