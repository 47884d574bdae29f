package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lists the functions of a program in Java with what would become of them, and runs nothing. */
final class ListMode implements RunMode {
    private final RunArguments given;
    private final AgentRequest agent;

    ListMode(RunArguments given, AgentRequest agent) {
        this.given = given;
        this.agent = agent;
    }

    @Override
    public int run() throws IOException {
        FunctionListing.write(target(), agent.options(), given.listing().kind(), given.isJson(), given.out());
        return 0;
    }

    /** What the options are about: a command line of java, or JARs and folders. */
    private Target target() throws IOException {
        List<String> command = given.command();
        if (command.isEmpty()) throw given.wrong("missing program: timemory run --print-available -- java -jar app.jar");
        if (JavaCommand.isJava(command.get(0))) return Target.of(JavaCommand.of(command));
        List<Path> paths = command.stream().map(Path::of).toList();
        for (Path path : paths) {
            if (!Files.exists(path)) throw given.wrong("there is no file '" + path + "'");
        }
        return Target.of(paths);
    }
}
