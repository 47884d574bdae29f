package samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.context.ContextPropagation;
import timemory.OpenRegion;
import timemory.ThreadCpuClock;
import timemory.WallClock;

/**
 * Pools, in Java: counts the words of text files with a parallel stream, and then the letters with a chain of futures; {@code WordCount} is
 * similar in Kotlin, with its own pool.
 *
 * <p>What to look for: {@code file} is under {@code words}, with a lap for each file, and {@code letters} is under {@code letters of all},
 * although the same threads of the common pool did both and much else.
 */
public final class WordCountInJava {

    private static final Bundle2<WallClock, ThreadCpuClock> TOOLS = Bundles.of(WallClock.class, ThreadCpuClock.class);

    private WordCountInJava() {}

    /** How often each word occurs in the files of {@code folder}. */
    static Map<String, Long> countWords(Path folder) throws IOException {
        try (OpenRegion words = TOOLS.open("words");
                Stream<Path> paths = Files.walk(folder)) {
            List<Path> files = paths.filter(Files::isRegularFile).sorted().toList();
            return ContextPropagation.stream(files.parallelStream())
                    .flatMap(file -> TOOLS.get("file", () -> wordsOf(file)).stream())
                    .collect(Collectors.groupingByConcurrent(Function.identity(), Collectors.counting()));
        }
    }

    /** How many letters the words have together. */
    static long countLetters(Map<String, Long> words) {
        try (OpenRegion letters = TOOLS.open("letters of all")) {
            return ContextPropagation
                    .supplyAsync(() -> TOOLS.get("sort", () -> words.keySet().stream().sorted().toList()), ForkJoinPool.commonPool())
                    .thenApplyAsync(sorted -> TOOLS.get("letters", () -> sorted.stream().mapToLong(w -> w.length() * words.get(w)).sum()))
                    .join();
        }
    }

    private static List<String> wordsOf(Path file) {
        try {
            String text = TOOLS.call("read", () -> Files.readString(file, StandardCharsets.ISO_8859_1));
            return TOOLS.get("split", () -> Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^a-z]+"))
                    .filter(word -> !word.isEmpty())
                    .toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Argument: the folder; by default the licences of the running JDK. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments.length == 0 ? System.getProperty("java.home") + "/legal" : arguments[0]);
        try (OpenRegion main = TOOLS.open("main")) {
            Map<String, Long> words = countWords(folder);
            long count = words.values().stream().mapToLong(Long::longValue).sum();
            System.out.println(count + " words with " + countLetters(words) + " letters below " + folder);
        }
    }
}
