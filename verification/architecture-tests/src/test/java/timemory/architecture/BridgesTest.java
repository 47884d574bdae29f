package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Functions that C calls are one-line bridges in their own files, and Kotlin never calls one: when a bridge returns, its thread counts
 * as running native code, so the collector would free objects that a Kotlin caller still uses.
 */
class BridgesTest {
    private static final Pattern ANNOTATION = Pattern.compile("@(?:ExportedBridge|CName)\\b");

    private static final Pattern BRIDGE = Pattern.compile(
            "@ExportedBridge\\(\"\\w+\"\\)\\s+public fun (\\w+)\\(([^()]*)\\): [\\w?]+ =\\s+\\w+\\(([^()]*)\\)\\n(?=\\n|$)");

    @Test
    void everyBridgeIsOneCallInAFolderOfBridges() throws IOException {
        List<String> others = new ArrayList<>();
        for (Path file : sources()) {
            String text = Files.readString(file);
            long annotations = ANNOTATION.matcher(text).results().count();
            if (annotations == 0) continue;
            boolean isBridges = file.getParent().endsWith("bridges");
            if (!isBridges || annotations != BRIDGE.matcher(text).results().count()) others.add(ROOT.relativize(file).toString());
        }
        assertEquals(List.of(), others, "have exported functions that are not bridges of one call");
    }

    @Test
    void kotlinCallsNoBridge() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path file : sources()) {
            Matcher bridge = BRIDGE.matcher(Files.readString(file));
            while (bridge.find()) names.add(bridge.group(1));
        }
        assertTrue(names.contains("tmBeginSession") && names.size() > 50, names.toString());
        Pattern use = Pattern.compile("(?<!fun )\\b(?:" + String.join("|", names) + ")\\b");
        List<String> calls = new ArrayList<>();
        for (Path file : sources()) {
            String[] lines = Files.readString(file).split("\n");
            for (int i = 0; i < lines.length; i++) {
                if (use.matcher(lines[i]).find()) calls.add(ROOT.relativize(file) + ":" + (i + 1) + ": " + lines[i].strip());
            }
        }
        assertEquals(List.of(), calls);
    }

    /** All Kotlin sources of the project. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".kt"))
                    .filter(file -> !ROOT.relativize(file).toString().contains("target/") && !file.toString().contains("/node_modules/"))
                    .collect(Collectors.toList());
        }
    }
}
