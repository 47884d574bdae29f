package timemory.tools;

import java.io.PrintWriter;

/** The command, for tests of other packages. */
public final class TimemoryCommandRun {

    private TimemoryCommandRun() {}

    /** Runs the command with {@code arguments}, has it tell what is wrong to {@code err}, and returns its exit status. */
    public static int execute(PrintWriter err, String... arguments) {
        return TimemoryCommand.commandLine().setErr(err).execute(arguments);
    }

    /** Runs a command whose output goes to {@code out}. */
    public static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        return TimemoryCommand.commandLine().setOut(out).setErr(err).execute(arguments);
    }
}
