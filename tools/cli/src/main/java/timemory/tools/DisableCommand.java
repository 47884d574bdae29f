package timemory.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code timemory disable}. */
@Command(
        name = "disable",
        description = "Stops a running program from recording regions until it is enabled again. Regions that are open "
                + "are still recorded when they end.",
        mixinStandardHelpOptions = true)
public final class DisableCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID|NAME", description = "Process ID or part of its name, as listed by 'timemory ps'.")
    private String target;

    @Override
    public Integer call() throws IOException {
        LiveProcess process = LiveProcess.find(target, new LiveFolders());
        LiveProcess.Info now = process.tell("disable");
        spec.commandLine().getOut().println(now.name() + ": " + now.state());
        return 0;
    }
}
