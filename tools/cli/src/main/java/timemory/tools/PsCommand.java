package timemory.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"PROGRAM", "PID", "TARGET", "STATE"});
        for (LiveProcess process : processes) {
            LiveProcess.Info info = process.info();
            rows.add(new String[] {info.program(), Long.toString(info.process()), info.target(), info.state()});
        }
        ConsoleTable.print(out, rows);
        out.flush();
    }
}
