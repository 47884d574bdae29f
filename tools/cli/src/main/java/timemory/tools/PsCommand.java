package timemory.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import timemory.tools.io.Terminal;

/** {@code timemory ps}: which processes can be asked. */
@Command(
        name = "ps",
        description = "Lists the processes of this user for 'timemory top', 'snapshot', 'reset', 'enable' and 'disable': those "
                + "with TIMEMORY_LIVE_SOCKET=true.",
        mixinStandardHelpOptions = true)
public final class PsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        print(LiveProcess.all(new LiveFolders()), spec.commandLine().getOut());
        return 0;
    }

    static void print(List<LiveProcess> processes, PrintWriter out) {
        ConsoleTable table = new ConsoleTable("program").columns("", "pid", "target", "state");
        for (LiveProcess process : processes) {
            LiveProcess.Info info = process.info();
            table.row(0, info.program(), List.of(Long.toString(info.process()), info.target(), info.state()));
        }
        table.print(out, Terminal.isOutput() ? Terminal.width() : Integer.MAX_VALUE);
        out.flush();
    }
}
