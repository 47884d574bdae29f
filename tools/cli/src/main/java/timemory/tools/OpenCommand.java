package timemory.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.tools.run.Attaching;

/** {@code timemory open}: has a program be asked that was not started so. */
@Command(
        name = "open",
        description = "Has a program that measures be asked by 'timemory top', 'snapshot' and the others, though it was started without "
                + "TIMEMORY_LIVE=true, by opening its socket: a Java program by attaching to it once, another by the signal that "
                + "TIMEMORY_LIVE_SIGNAL named when it was started. It stays open until the program ends, or 'timemory open --close'.",
        mixinStandardHelpOptions = true)
final class OpenCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID", description = "The number of the process.")
    private long process;

    @Option(names = "--close", description = "Closes the socket.")
    private boolean close;

    @Override
    public Integer call() throws IOException, InterruptedException {
        SignalledProcess signalled = SignalledProcess.of(process, new LiveFolders());
        String socket = signalled != null ? signalled.switchLive(!close) : Attaching.switchLive(process, !close);
        spec.commandLine().getOut().println(close
                ? "process " + process + " cannot be asked any more"
                : "process " + process + " can be asked, at " + socket + ": timemory top " + process);
        return 0;
    }
}
