package timemory.tools.run;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code timemory open}: has a program be asked that was not started so. */
@Command(
        name = "open",
        description = "Has a Java program that measures be asked by 'timemory top', 'snapshot' and the others, though it was started without "
                + "TIMEMORY_LIVE=true: attaches to it once, and has it open its socket. It stays open until the program ends, or "
                + "'timemory open --close'.",
        mixinStandardHelpOptions = true)
public final class OpenCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID", description = "The number of the process.")
    private long process;

    @Option(names = "--close", description = "Closes the socket.")
    private boolean close;

    @Override
    public Integer call() throws IOException {
        String socket = Attaching.switchLive(process, !close);
        spec.commandLine().getOut().println(close
                ? "process " + process + " cannot be asked any more"
                : "process " + process + " can be asked, at " + socket + ": timemory top " + process);
        return 0;
    }
}
