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
        description = "Has later snapshots of a running program leave out what it measured up to now. What is "
                + "written at its end has all of it.",
        mixinStandardHelpOptions = true)
public final class ResetCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID|NAME", description = "The process, as 'timemory ps' lists them; of its name a part is enough.")
    private String target;

    @Override
    public Integer call() throws IOException {
        LiveProcess process = LiveProcess.find(target, new LiveFolders());
        LiveProcess.Info now = process.tell("reset");
        spec.commandLine().getOut().println(now.name() + ": " + "snapshots leave out what was measured before");
        return 0;
    }
}
