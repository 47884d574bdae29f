package timemory.tools.learn;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import timemory.agent.record.Plurals;
import timemory.tools.io.AtomicFile;
import timemory.tools.learn.FunctionEvidence.Function;

/**
 * The file of functions that are worth measuring: docs/formats.md describes it. The agent, the compilers' plugins and hooks and the
 * profiler of Python read it.
 */
public final class LearnedFile {
    private static final String HEADER = "timemory-functions 1";

    /**
     * What makes a function worth measuring.
     *
     * @param share the least part of all measured time that it takes
     * @param overhead the largest part of its time that measuring it may take
     */
    public record Limits(double share, double overhead) {
        boolean allow(Function function, double total) {
            return function.share(total) >= share && function.overhead() <= overhead;
        }
    }

    private LearnedFile() {}

    /**
     * Refuses to write over what is something else.
     *
     * @throws IllegalArgumentException with the name of the file
     */
    public static void requireWritable(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) throw new IllegalArgumentException("'" + file + "' is not a file name");
        if (!Files.isDirectory(folder))
            throw new IllegalArgumentException("'" + file + "' cannot be written: no folder " + folder);
        if (!Files.exists(file)) return;
        if (!Files.isRegularFile(file) || !isLearned(file))
            throw new IllegalArgumentException("'" + file + "' exists but is not a learned-functions file: it is not overwritten");
    }

    private static boolean isLearned(Path file) throws IOException {
        byte[] expected = (HEADER + '\n').getBytes(StandardCharsets.US_ASCII);
        try (var content = Files.newInputStream(file)) {
            return Arrays.equals(content.readNBytes(expected.length), expected);
        }
    }

    /**
     * Writes what {@code evidence} shows.
     *
     * @return one sentence for people
     */
    public static String write(Path file, FunctionEvidence evidence, Limits limits) throws IOException {
        requireWritable(file);
        List<Function> functions = evidence.functions();
        double total = evidence.total();
        long worth = functions.stream().filter(function -> limits.allow(function, total)).count();
        String sum = String.format(Locale.ROOT, "%,d of %s %s worth measuring: %s %% of the time or more, and at most %s %% overhead",
                worth, Plurals.of(functions.size(), "function", "functions"), worth == 1 ? "is" : "are", number(100 * limits.share()),
                number(100 * limits.overhead()));
        AtomicFile.writeText(file, text -> {
            text.append(HEADER).append('\n');
            text.append("# ").append(sum).append('\n');
            text.append("# choice, calls, % of the time, % overhead, function\n");
            for (Function function : functions) line(text, function, limits.allow(function, total), total);
        });
        return sum + (evidence.unwritable() == 0 ? ""
                : "; skipped: " + Plurals.of(evidence.unwritable(), "region", "regions") + " with line breaks in the name");
    }

    private static void line(Writer text, Function function, boolean isWorth, double total) throws IOException {
        text.append(isWorth ? '+' : '-').append('\t').append(Long.toString(function.calls)).append('\t');
        text.append(String.format(Locale.ROOT, "%.3f\t%.3f\t", 100 * function.share(total), 100 * function.overhead()));
        text.append(function.name).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
