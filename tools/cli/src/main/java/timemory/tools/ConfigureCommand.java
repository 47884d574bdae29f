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
        description = "Chooses the components by which a running program measures regions that name none: those of C, C++, Fortran and "
                + "Python, and of Timemory.measure, open and pushRegion.",
        mixinStandardHelpOptions = true)
public final class ConfigureCommand implements Callable<Integer> {

    private static final String COMPONENTS = "components=";

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PID|NAME",
            description = "The process, as 'timemory ps' lists them; of its name a part is enough.")
    private String target;

    @Parameters(index = "1", paramLabel = "components=LIST", description = "Their names, apart by commas: components=wall_clock,peak_rss")
    private String assignment;

    @Override
    public Integer call() throws IOException {
        String list = assignment.startsWith(COMPONENTS) ? assignment.substring(COMPONENTS.length()).strip() : "";
        if (list.isEmpty() || list.contains(" ")) {
            throw new ParameterException(spec.commandLine(), "'" + assignment + "' cannot be set: it is components=LIST, apart by commas");
        }
        LiveProcess process = LiveProcess.find(target, new LiveFolders());
        LiveProcess.Info now = process.tell("components " + list);
        spec.commandLine().getOut().println(now.name() + ": regions that name no components are measured by " + list);
        return 0;
    }
}
