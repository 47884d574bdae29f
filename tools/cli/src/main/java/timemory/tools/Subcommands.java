package timemory.tools;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import timemory.tools.learn.LearnCommand;
import timemory.tools.man.ManPagesCommand;
import timemory.tools.roofline.RooflineCommand;
import timemory.tools.run.RecordCommand;
import timemory.tools.run.RunCommand;

/**
 * The commands that {@code timemory} has. To look at all options of all of them by reflection takes longer than most of them: the one that is
 * run is looked at, and of the others only their names and what they are for.
 */
final class Subcommands {

    private static final List<Class<?>> ALL = List.of(
            AvailCommand.class, RunCommand.class, RecordCommand.class, ReportCommand.class, DiffCommand.class, MergeCommand.class,
            LearnCommand.class, PlotCommand.class, RooflineCommand.class, TopCommand.class, PsCommand.class, SnapshotCommand.class,
            AttachCommand.class, ResetCommand.class, EnableCommand.class, DisableCommand.class, ConfigureCommand.class,
            GenerateCompletion.class,
            ManPagesCommand.class);

    private Subcommands() {}

    /** Adds all of them, whole where {@code isWhole} says so of a name or an alias. */
    static void addTo(CommandLine root, Predicate<String> isWhole) {
        for (Class<?> type : ALL) {
            Command command = type.getAnnotation(Command.class);
            if (isWhole.test(command.name()) || Stream.of(command.aliases()).anyMatch(isWhole)) {
                root.addSubcommand(command.name(), new CommandLine(type));
            } else {
                CommandSpec outline = CommandSpec.create().aliases(command.aliases());
                outline.usageMessage().description(command.description()).hidden(command.hidden());
                root.addSubcommand(command.name(), outline);
            }
        }
    }

    /** Those that are needed to do what {@code arguments} ask for: of them, the names. */
    static Predicate<String> neededFor(List<String> arguments) {
        String asked = arguments.stream().filter(argument -> !argument.startsWith("-")).findFirst().orElse("");
        // These two cover all commands.
        return asked.startsWith("generate-") ? name -> true : asked::equals;
    }
}
