package timemory.tests;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Finds programs that a machine may lack, which optional-tools.txt of test-support lists. The variable {@code TIMEMORY_TESTS_WITHOUT} hides
 * them: {@code all}, or names separated by commas. A class that uses this one has {@code @Tag("optional-tools")}, so that the build runs it
 * a second time without any of them.
 */
public final class OptionalTools {

    private static final String VARIABLE = "TIMEMORY_TESTS_WITHOUT";

    /** Marks programs that are installed with the build's requirements. */
    private static final String NEEDED = "!";
    private static final Map<Pattern, String> PACKAGES = packages();

    private OptionalTools() {}

    /** Returns the path of the program {@code name}; empty if it is not installed, or hidden. */
    public static Optional<Path> find(String name) {
        String reason = hiddenOrUnknown(name);
        if (reason != null) {
            return Optional.empty();
        }
        String path = System.getenv("PATH");
        // The system's programs first: a Python of another folder does not see the system's packages.
        return Stream.concat(Stream.of("/usr/bin"), Stream.of((path == null ? "" : path).split(File.pathSeparator)))
                .map(folder -> Path.of(folder, name)).filter(Files::isExecutable).findFirst();
    }

    /** Returns whether the program {@code name} is installed and not hidden. */
    public static boolean isThere(String name) {
        return find(name).isPresent();
    }

    /** Returns the path of the program {@code name}, or skips the test with the reason. */
    public static String require(String name) {
        return find(name).map(Path::toString).orElseThrow(() -> new TestAbortedException(missing(name)));
    }

    /**
     * Returns the path of {@code python3} if it can import {@code modules}, or skips the test with the reason.
     */
    public static String requirePython(String... modules) throws IOException, InterruptedException {
        String python = require("python3");
        String imports = modules.length == 0 ? "pass" : "import " + String.join(", ", modules);
        Process process = new ProcessBuilder(python, "-c", imports).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new TestAbortedException(
                    python + " cannot " + imports + ": " + output.strip().lines().reduce("", (before, line) -> line));
        }
        return python;
    }

    /** Returns {@code path}, which is not that of a listed program, such as a library; empty if it is missing or everything is hidden. */
    public static Optional<Path> findFile(Path path) {
        return hides("all") || !Files.exists(path) ? Optional.empty() : Optional.of(path);
    }

    /** Returns why {@link #find} has nothing for {@code name}. */
    public static String missing(String name) {
        String reason = hiddenOrUnknown(name);
        return reason != null ? reason : "there is no " + name + ": install it (on Debian: " + packageOf(name).replace(NEEDED, "") + ")";
    }

    private static String hiddenOrUnknown(String name) {
        boolean isNeeded = packageOf(name).startsWith(NEEDED);
        return hides("all") && !isNeeded || hides(name) ? VARIABLE + " hides " + name : null;
    }

    /** Returns whether the program {@code name}, which is looked for elsewhere than on the PATH, is hidden. */
    public static boolean isHidden(String name) {
        return hiddenOrUnknown(name) != null;
    }

    private static boolean hides(String name) {
        String hidden = System.getenv(VARIABLE);
        return hidden != null && Stream.of(hidden.split(",")).anyMatch(one -> one.strip().equals(name));
    }

    private static String packageOf(String name) {
        return PACKAGES.entrySet().stream().filter(entry -> entry.getKey().matcher(name).matches()).map(Map.Entry::getValue).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " is not listed in optional-tools.txt of test-support"));
    }

    private static Map<Pattern, String> packages() {
        Map<Pattern, String> packages = new LinkedHashMap<>();
        try (InputStream list = OptionalTools.class.getResourceAsStream("/optional-tools.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
            for (String line : (Iterable<String>) lines.lines()::iterator) {
                if (line.startsWith("#") || line.isBlank()) continue;
                List<String> words = List.of(line.split(" +", 2));
                String mark = line.startsWith(NEEDED) ? NEEDED : "";
                String pattern = words.get(0).substring(mark.length()).replace("*", "\\E.*\\Q");
                packages.put(Pattern.compile("\\Q" + pattern + "\\E"), mark + words.get(1));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return packages;
    }
}
