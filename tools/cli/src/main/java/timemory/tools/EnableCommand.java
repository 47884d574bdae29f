package timemory.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code timemory enable}. */
@Command(
        name = "enable",
        description = "Makes a running program record its regions.",
        mixinStandardHelpOptions = true)
public final class EnableCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID|NAME", description = "Process ID or part of its name, as listed by 'timemory ps'.")
    private String target;

    @Override
    public Integer call() throws IOException {
        LiveProcess process = LiveProcess.find(target, new LiveFolders());
        LiveProcess.Info now = process.tell("enable");
        spec.commandLine().getOut().println(now.name() + ": " + now.state());
        return 0;
    }
}
