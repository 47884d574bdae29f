package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which native program a command line runs: its first word, or where that only starts another, as {@code mpirun} does, that one. */
final class NativeCommand {
    private static final Set<String> LAUNCHERS = Set.of("bash", "busybox", "catchsegv", "chrt", "dash", "doas", "env", "flock", "gdb",
            "ionice", "ksh", "mpiexec", "mpirun", "nice", "nohup", "numactl", "perf", "prlimit", "runuser", "script", "setarch", "setsid",
            "sh", "srun", "stdbuf", "strace", "sudo", "taskset", "time", "timeout", "valgrind", "xargs", "zsh");

    private NativeCommand() {}

    /** Its file; {@code null} where it runs none, or Java. */
    static @Nullable Path programOf(List<String> command, Map<String, String> environment) throws IOException {
        for (int i = 0; i < command.size(); i++) {
            String word = command.get(i);
            Path file = Launching.find(word, environment.getOrDefault("PATH", ""));
            if (file == null || !Files.isExecutable(file) || !Executable.isNative(word, environment)) {
                if (i == 0) return null;
                continue;
            }
            Path real = file.toRealPath();
            if (JavaCommand.isJava(word) || JavaCommand.isJava(real.toString())) return null;
            if (!isLauncher(file) && !isLauncher(real)) return real;
        }
        return null;
    }

    /** {@code mpirun.openmpi} is {@code mpirun}. */
    private static boolean isLauncher(Path file) {
        return LAUNCHERS.contains(file.getFileName().toString().split("\\.", 2)[0]);
    }
}
