package timemory.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code timemory configure}. */
@Command(
        name = "configure",
        aliases = "set",
        description = "Sets the default components of a running program, for regions that name none: those of C, C++, Fortran and "
                + "Python, and of Timemory.measure, open and pushRegion.",
        mixinStandardHelpOptions = true)
public final class ConfigureCommand implements Callable<Integer> {

    private static final String COMPONENTS = "components=";

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PID|NAME",
            description = "Process ID or part of its name, as listed by 'timemory ps'.")
    private String target;

    @Parameters(index = "1", paramLabel = "components=LIST", description = "Names separated by commas: components=wall_clock,peak_rss")
    private String assignment;

    @Override
    public Integer call() throws IOException {
        String list = assignment.startsWith(COMPONENTS) ? assignment.substring(COMPONENTS.length()).strip() : "";
        if (list.isEmpty() || list.contains(" ")) {
            throw new ParameterException(spec.commandLine(),
                    "'" + assignment + "' is not supported: write components=LIST, separated by commas");
        }
        LiveProcess process = LiveProcess.find(target, new LiveFolders());
        LiveProcess.Info now = process.tell("components " + list);
        spec.commandLine().getOut().println(now.name() + ": default components are now " + list);
        return 0;
    }
}
