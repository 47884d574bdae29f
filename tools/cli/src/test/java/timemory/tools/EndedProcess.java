package timemory.tools;

import java.lang.reflect.Proxy;

/** A process that has ended, and whose number another one has got since. */
public final class EndedProcess {

    private EndedProcess() {}

    /** Returns the process that had the number of {@code process} before. */
    public static ProcessHandle before(Process process) {
        return (ProcessHandle) Proxy.newProxyInstance(EndedProcess.class.getClassLoader(), new Class<?>[] {ProcessHandle.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "pid" -> process.pid();
                    case "isAlive" -> false;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
