package dev.timemory.konan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A public API as text, one declaration per line, kept in the source tree.
 *
 * @param file the file that holds it
 */
record ApiDump(Path file) {

    private static final int LINES_SHOWN = 40;

    /** The differences between {@code actual} and the stored API; empty if there are none. */
    Optional<String> drift(String actual) throws IOException {
        if (!Files.exists(file)) {
            return Optional.of("the dump of the public API is missing: " + file);
        }
        String kept = Files.readString(file);
        if (kept.equals(actual)) {
            return Optional.empty();
        }
        return Optional.of("the public API differs from " + file + ":\n" + String.join("\n", differences(kept, actual)));
    }

    /** Stores {@code actual}; returns whether that changed anything. */
    boolean write(String actual) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(actual)) {
            return false;
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, actual);
        return true;
    }

    /** The lines that only one of the two has; equal lines of different classes cancel each other out. */
    private static List<String> differences(String kept, String actual) {
        List<String> lines = new ArrayList<>();
        without(kept, actual).forEach(line -> lines.add("- " + line));
        without(actual, kept).forEach(line -> lines.add("+ " + line));
        if (lines.isEmpty()) {
            return List.of("the same lines in another order");
        }
        if (lines.size() <= LINES_SHOWN) {
            return lines;
        }
        List<String> shown = new ArrayList<>(lines.subList(0, LINES_SHOWN));
        shown.add("... and " + (lines.size() - LINES_SHOWN) + " more");
        return shown;
    }

    private static List<String> without(String text, String other) {
        List<String> left = new ArrayList<>(text.lines().map(String::strip).toList());
        other.lines().map(String::strip).forEach(left::remove);
        return left;
    }
}
