package timemory.tools.run;

import java.nio.file.Files;
import java.nio.file.Path;
import timemory.internal.platform.SystemEnvironment;

/** The agent's JAR, which the script that began this process names. */
final class AgentJar {
    private AgentJar() {}

    static Path path() {
        String named = SystemEnvironment.property("timemory.agent");
        if (named == null)
            throw new IllegalStateException("the agent's JAR is set by the script bin/timemory, which did not start "
                    + "this process");
        Path path = Path.of(named).toAbsolutePath().normalize();
        if (!Files.isRegularFile(path)) throw new IllegalStateException("there is no agent at " + path + ": run mvn package");
        return path;
    }
}
