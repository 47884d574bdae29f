package timemory.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code timemory reset}. */
@Command(
        name = "reset",
        description = "Resets a running program: later snapshots leave out what was measured before. The results "
                + "written at its end are complete.",
        mixinStandardHelpOptions = true)
public final class ResetCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID|NAME", description = "Process ID or part of its name, as listed by 'timemory ps'.")
    private String target;

    @Override
    public Integer call() throws IOException {
        LiveProcess process = LiveProcess.find(target, new LiveFolders());
        LiveProcess.Info now = process.tell("reset");
        spec.commandLine().getOut().println(now.name() + ": " + "snapshots leave out what was measured before");
        return 0;
    }
}
