package timemory.tools;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import timemory.tools.io.Terminal;
import timemory.tools.io.VisibleOutput;

/** {@code timemory}: the command line of the toolkit. */
@Command(
        name = "timemory",
        description = "Performance measurement for Kotlin and Java.",
        mixinStandardHelpOptions = true,
        version = "timemory 0.2.0-SNAPSHOT",
        footer = {
            "",
            "Completion for bash and zsh:",
            "  source <(timemory generate-completion)",
        })
public final class TimemoryCommand implements Runnable {

    private static final String FIRST = """
            timemory measures programs: how long they take, where, and what they use meanwhile.

              timemory run -- java -jar app.jar   measures a program, which stays as it is
              timemory report                     shows the results of the last run
              timemory diff before/ after/        compares the results of two runs
              timemory top                        shows where a running program spends its time
              timemory avail                      lists what can be measured here

            timemory --help lists all commands, and timemory COMMAND --help the options of one.
            """;

    @Spec
    private CommandSpec spec;

    /** Runs the command and ends the process with its status: 0, 1 where it failed, 2 where it was used wrongly. */
    public static void main(String[] arguments) {
        System.exit(commandLine(Subcommands.neededFor(List.of(arguments))).execute(arguments));
    }

    /**
     * Runs the command in this process, for programs that have it inside.
     *
     * @param out and {@code messages}: what it prints on the standard output and error streams otherwise
     * @return its status, as above; 3 where {@code diff} found a threshold exceeded
     */
    public static int run(List<String> arguments, PrintWriter out, PrintWriter messages) {
        return commandLine(Subcommands.neededFor(arguments)).setOut(VisibleOutput.on(out)).setErr(VisibleOutput.on(messages))
                .execute(arguments.toArray(String[]::new));
    }

    static CommandLine commandLine() {
        return commandLine(name -> true);
    }

    private static CommandLine commandLine(Predicate<String> isWhole) {
        CommandLine commandLine = new CommandLine(new TimemoryCommand());
        Subcommands.addTo(commandLine, isWhole);
        ServiceLoader.load(CommandProvider.class).forEach(further -> commandLine.addSubcommand(further.command()));
        if (!commandLine.getSubcommands().containsKey("history")) {
            commandLine.addSubcommand(new MissingHistoryCommand());
            subcommand(commandLine, "history").setUnmatchedArgumentsAllowed(true);
        }
        commandLine.setExecutionExceptionHandler((failure, line, result) -> {
            line.getErr().println(line.getCommandSpec().qualifiedName() + ": " + failure.getMessage());
            return line.getCommandSpec().exitCodeOnExecutionException();
        });
        commandLine.setParameterExceptionHandler((wrong, arguments) -> {
            CommandLine line = wrong.getCommandLine();
            String command = line.getCommandSpec().qualifiedName();
            if (wrong instanceof UnmatchedArgumentException unmatched) {
                line.getErr().println(command + ": " + UnknownArgument.messageOf(unmatched));
            } else {
                line.getErr().println(command + ": " + wrong.getMessage() + " (" + command + " --help lists the options)");
            }
            return line.getCommandSpec().exitCodeOnInvalidInput();
        });
        // A list of names is read by the command that takes one, and @FILE after a program to run is an argument of that.
        commandLine.setExpandAtFiles(false);
        // What follows the program to run belongs to that.
        subcommand(commandLine, "run").setStopAtPositional(true);
        subcommand(commandLine, "record").setStopAtPositional(true);
        commandLine.setUsageHelpWidth(Math.min(Terminal.width(), 120));
        commandLine.setOut(VisibleOutput.on(commandLine.getOut())).setErr(VisibleOutput.on(commandLine.getErr()));
        commandLine.setExecutionStrategy(TimemoryCommand::helpOrRun);
        return commandLine;
    }

    private static CommandLine subcommand(CommandLine commandLine, String name) {
        return Objects.requireNonNull(commandLine.getSubcommands().get(name), name); // one of ours: Subcommands has it
    }

    /** Help has colours. */
    private static int helpOrRun(ParseResult parsed) {
        CommandLine line = parsed.commandSpec().commandLine();
        PrintWriter out = line.getOut();
        Integer helped;
        try {
            line.setOut(VisibleOutput.raw(out));
            helped = CommandLine.executeHelpRequest(parsed);
        } finally {
            line.setOut(out);
        }
        return helped != null ? helped : new CommandLine.RunLast().execute(parsed);
    }

    /** Without a command: those that one needs first. */
    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(FIRST);
        out.flush();
    }
}
