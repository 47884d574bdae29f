package timemory.tools.run;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * A command line of {@code timemory run}, parsed.
 *
 * @param line the command, which has what it prints to
 * @param way how the program is measured
 * @param options what is measured
 * @param listing what is looked at before the program runs
 * @param command the program and its arguments
 */
record RunArguments(CommandLine line, WayOptions way, RunOptions options, ListingOptions listing, List<String> command) {

    PrintWriter out() {
        return line.getOut();
    }

    PrintWriter messages() {
        return line.getErr();
    }

    boolean isQuiet() {
        return options.results.quiet;
    }

    /** Returns the failure that says the command was used wrongly. */
    ParameterException wrong(@Nullable String message) {
        return new ParameterException(line, message);
    }

    /** Refuses options that were given though they do not go with a native program, as {@code isNative} says of their names. */
    void refuseOptionsOfJava(Predicate<String> isNative, String what) {
        for (OptionSpec option : line.getParseResult().matchedOptionsSet()) {
            if (!isNative.test(option.longestName())) throw wrong(option.longestName() + " is for Java programs, and " + what);
        }
    }

    /** Refuses a command if a running program is measured. */
    void refuseCommand() {
        if (!command.isEmpty()) throw wrong("-p measures a running program and takes no command ('" + command.get(0) + "')");
    }

    /** Returns how long a running program is measured, {@code null} for as long as it runs. */
    @Nullable
    Duration duration() {
        return way.duration == null ? null : Durations.parse(way.duration);
    }

    /** Returns whether functions are listed as JSON. */
    boolean isJson() {
        if (!List.of("text", "json").contains(listing.format)) throw wrong("--format must be text or json, not '" + listing.format + "'");
        return listing.format.equals("json");
    }
}
