package timemory.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.tools.run.Attaching;

/** {@code timemory attach}: opens the live socket of a program that was started without it. */
@Command(
        name = "attach",
        aliases = "open",
        description = "Opens the live socket of a measuring program that was started without TIMEMORY_LIVE_SOCKET=true, "
                + "for 'timemory top', 'snapshot' and the others. Attaches once to a Java program; sends a native one the signal that "
                + "TIMEMORY_LIVE_SIGNAL named when it was started. The socket stays open until the program ends, or 'timemory attach "
                + "--close'.",
        mixinStandardHelpOptions = true)
final class AttachCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID", description = "Process ID.")
    private long process;

    @Option(names = "--close", description = "Close the socket.")
    private boolean close;

    @Override
    public Integer call() throws IOException, InterruptedException {
        SignalledProcess signalled = SignalledProcess.of(process, new LiveFolders());
        String socket = signalled != null ? signalled.switchLive(!close) : Attaching.switchLive(process, !close);
        spec.commandLine().getOut().println(close
                ? "live socket of process " + process + " closed"
                : "live socket of process " + process + " open at " + socket + ": timemory top " + process);
        return 0;
    }
}
