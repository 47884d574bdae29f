package timemory.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.UnmatchedArgumentException;
import timemory.internal.text.LevenshteinKt;

/** Messages about a command or an option that does not exist, with the nearest names that do. */
final class UnknownArgument {

    private static final int MAX_NAMES = 2;
    private static final int MIN_START = 3;

    private UnknownArgument() {}

    static String messageOf(UnmatchedArgumentException wrong) {
        CommandSpec spec = wrong.getCommandLine().getCommandSpec();
        String word = wrong.getUnmatched().get(0);
        if (word.startsWith("-") && word.length() > 1) {
            String option = word.startsWith("--") ? word.replaceFirst("=.*", "") : word;
            List<String> known = spec.options().stream().filter(one -> !one.hidden()).flatMap(UnknownArgument::namesOf).toList();
            return "unknown option '" + option + "'" + nearest(option, known) + " (" + spec.qualifiedName() + " --help lists the options)";
        }
        if (spec.subcommands().isEmpty()) {
            return "unexpected argument '" + word + "' (" + spec.qualifiedName() + " --help describes the arguments)";
        }
        List<String> known = spec.subcommands().entrySet().stream()
                .filter(one -> !one.getValue().getCommandSpec().usageMessage().hidden()).map(one -> one.getKey()).toList();
        return "unknown command '" + word + "'" + nearest(word, known) + " (" + spec.qualifiedName() + " --help lists the commands)";
    }

    private static Stream<String> namesOf(OptionSpec option) {
        return Stream.of(option.names()).filter(name -> name.startsWith("--"));
    }

    /** {@code ; did you mean 'report'?}, or nothing if no name is like {@code word}. */
    private static String nearest(String word, List<String> known) {
        String lower = word.toLowerCase(Locale.ROOT);
        // Two neighbouring letters in the wrong order are two changes.
        int best = Math.min(Math.max(2, lower.length() / 3), lower.length() - 1);
        List<String> found = new ArrayList<>();
        for (String name : known) {
            boolean isStart = lower.replaceFirst("^-+", "").length() >= MIN_START && name.startsWith(lower);
            int distance = isStart ? 0 : LevenshteinKt.distanceIgnoringCase(word, name);
            if (distance < best) {
                found.clear();
            }
            if (distance <= best) {
                best = distance;
                found.add(name);
            }
        }
        String names = found.stream().limit(MAX_NAMES).map(name -> "'" + name + "'").collect(Collectors.joining(" or "));
        return names.isEmpty() ? "" : "; did you mean " + names + "?";
    }
}
