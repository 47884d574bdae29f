package timemory.tools.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a hidden file {@code .timemory.run} says of the run that wrote the files beside it.
 *
 * @param files the names of those that it wrote
 * @param earlier those of an earlier run of the same program, which it did not replace
 * @param fields what else it says
 */
record RunRecord(Path path, Set<String> files, Set<String> earlier, Map<String, String> fields) {

    private static final long MAX_BYTES = 16L << 20;
    private static final String END = ".run";

    /** Returns the readable run records among {@code all} files of a folder. */
    static List<RunRecord> among(Map<String, Path> all) throws IOException {
        List<RunRecord> records = new ArrayList<>();
        for (Map.Entry<String, Path> file : all.entrySet()) {
            Path path = file.getValue();
            if (isRecord(file.getKey()) && Files.isRegularFile(path) && Files.isReadable(path) && Files.size(path) <= MAX_BYTES) {
                records.add(read(path));
            }
        }
        return records;
    }

    /** Whether a file called {@code name} is a record. */
    static boolean isRecord(String name) {
        return name.startsWith(".") && name.endsWith(END);
    }

    private static RunRecord read(Path path) throws IOException {
        RunRecord record = new RunRecord(path, new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashMap<>());
        for (String line : new String(Files.readAllBytes(path), StandardCharsets.UTF_8).split("\n")) {
            int equals = line.indexOf('=');
            String value = line.substring(equals + 1);
            switch (equals < 0 ? "" : line.substring(0, equals)) {
                case "" -> {}
                case "file" -> record.files.add(value);
                case "earlier" -> record.earlier.add(value);
                default -> record.fields.putIfAbsent(line.substring(0, equals), value);
            }
        }
        return record;
    }

    /** What the names of its files have around that of a component. */
    String around() {
        String name = path.getFileName().toString();
        return name.substring(1, Math.max(1, name.length() - END.length())).replaceFirst("timemory", "");
    }

    /** When the files were written, in milliseconds, whenever they were copied or moved since. */
    long time() throws IOException {
        try {
            String millis = fields.get("milliseconds");
            String seconds = fields.get("seconds");
            if (millis != null) {
                return Long.parseLong(millis);
            }
            if (seconds != null && !seconds.startsWith("-")) {
                return Math.multiplyExact(Long.parseLong(seconds), 1_000L);
            }
        } catch (NumberFormatException | ArithmeticException ignored) {
            // Not as it was written: the file has a time as well.
        }
        return Files.getLastModifiedTime(path).toMillis();
    }

    /** Who wrote the files, and when. */
    String description() {
        String session = fields.getOrDefault("session", "1");
        return "process " + fields.getOrDefault("process", "?") + ", " + fields.getOrDefault("program", "?")
                + (session.equals("1") ? "" : ", session " + session) + ", " + fields.getOrDefault("written", "?")
                + ("complete".equals(fields.get("state")) ? "" : ", not complete");
    }
}
