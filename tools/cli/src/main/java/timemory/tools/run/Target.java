package timemory.tools.run;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import timemory.agent.select.Program;

/**
 * A program before it runs.
 *
 * @param classPath where its classes are
 * @param program which of them are its own
 */
record Target(List<Path> classPath, Program program) {
    static Target of(JavaCommand command) {
        String path = command.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        String main = command.main();
        if (main.endsWith(".jar")) path = main;
        boolean isModule = main.contains("/") && !main.endsWith(".jar") && !main.endsWith(".java");
        Program program = isModule ? Program.of(command.classPath()) : Program.of(path, main);
        return new Target(command.classPath(), program);
    }

    static Target of(List<Path> paths) {
        return new Target(paths, Program.of(paths));
    }
}
