package timemory.tools.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The runs whose results stand in a directory and in the folders {@code run-2}, {@code run-3}, ... below it, which programs make to keep
 * from replacing each other's. The hidden file {@code .timemory.run} of each says which files are its own; files of which none says so are
 * of one run where their names begin and end alike.
 */
final class RunListing {

    private static final Pattern FOLDER = Pattern.compile("run-(\\d{1,9}|of-process-.*)");
    private static final Pattern COMPONENT = Pattern.compile(
            "\\{\\s*\"timemory\"\\s*:\\s*\\{\\s*\"([^\"\\\\]{1,200})\"[\\s\\S]*?\"type\"\\s*:\\s*\\[?\\s*\"([^\"\\\\]{0,200})\"");
    private static final long LARGEST_RECORD = 16L << 20;
    private static final int BEGIN = 8192;

    private RunListing() {}

    /**
     * One run.
     *
     * @param name where it is and whose, for messages
     * @param time when it was written, in milliseconds
     * @param files its file of everything, or those of its components
     */
    record Run(String name, long time, List<Path> files) {}

    /** The runs in {@code directory} that have files, the one written last first. */
    static List<Run> of(Path directory) throws IOException {
        List<Run> runs = new ArrayList<>(in(directory));
        try (var listing = Files.list(directory)) {
            for (Path below : listing.filter(RunListing::isRunFolder).sorted().toList()) {
                runs.addAll(in(below));
            }
        }
        runs.sort(Comparator.comparingLong(Run::time).reversed());
        return runs;
    }

    private static boolean isRunFolder(Path path) {
        return FOLDER.matcher(path.getFileName().toString()).matches() && Files.isDirectory(path) && Files.isReadable(path);
    }

    private static List<Run> in(Path folder) throws IOException {
        List<Path> all = new ArrayList<>();
        try (var listing = Files.list(folder)) {
            listing.filter(file -> Files.isRegularFile(file)).sorted().forEach(all::add);
        }
        List<Run> runs = new ArrayList<>();
        Set<String> listed = new HashSet<>();
        for (Path file : all) {
            String name = file.getFileName().toString();
            if (name.startsWith(".") && name.endsWith(".run") && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                addRecorded(folder, file, all, runs, listed);
            }
        }
        addOthers(folder, all.stream().filter(file -> !listed.contains(file.getFileName().toString())).toList(), runs);
        return runs;
    }

    /** The run that {@code record} describes. */
    private static void addRecorded(Path folder, Path record, List<Path> all, List<Run> runs, Set<String> listed) throws IOException {
        if (!Files.isReadable(record) || Files.size(record) > LARGEST_RECORD) {
            return;
        }
        Map<String, String> fields = new LinkedHashMap<>();
        Set<String> own = new HashSet<>();
        for (String line : new String(Files.readAllBytes(record), StandardCharsets.UTF_8).split("\n")) {
            int equals = line.indexOf('=');
            String value = line.substring(equals + 1);
            switch (equals < 0 ? "" : line.substring(0, equals)) {
                case "" -> {}
                case "file" -> own.add(value);
                case "earlier" -> listed.add(value);
                default -> fields.putIfAbsent(line.substring(0, equals), value);
            }
        }
        listed.addAll(own);
        List<Path> files = ResultFiles.ofComponents(all.stream().filter(file -> own.contains(file.getFileName().toString())).toList());
        if (!files.isEmpty()) {
            String session = fields.getOrDefault("session", "1");
            String who = "process " + fields.getOrDefault("process", "?") + ", " + fields.getOrDefault("program", "?")
                    + (session.equals("1") ? "" : ", session " + session) + ", " + fields.getOrDefault("written", "?")
                    + ("complete".equals(fields.get("state")) ? "" : ", not complete");
            runs.add(new Run("'" + folder + "' (" + Profiles.shortened(who, 200) + ")", Files.getLastModifiedTime(record).toMillis(),
                    files));
        }
    }

    /** Files that no record names, by what their names have around that of the component: prefix and suffix of one run are the same. */
    private static void addOthers(Path folder, List<Path> others, List<Run> runs) throws IOException {
        Map<String, List<Path>> groups = new LinkedHashMap<>();
        for (Path file : ResultFiles.ofComponents(others)) {
            groups.computeIfAbsent(ResultFiles.isWhole(file) ? file.toString() : around(file), none -> new ArrayList<>()).add(file);
        }
        for (List<Path> files : groups.values()) {
            long newest = 0;
            for (Path file : files) {
                newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
            }
            Path first = files.get(0);
            runs.add(new Run("'" + first + "'" + (files.size() > 1 ? " and " + (files.size() - 1) + " more" : ""), newest, files));
        }
    }

    private static String around(Path file) {
        String name = ResultFiles.plainName(file);
        String begin;
        try (var content = ResultFiles.plainContent(file)) {
            begin = new String(content.readNBytes(BEGIN), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return ""; // reading it says so
        }
        Matcher component = COMPONENT.matcher(begin);
        if (!component.find()) {
            return "";
        }
        for (String label : List.of(component.group(2), component.group(1))) {
            int at = label.isEmpty() ? -1 : name.lastIndexOf(label);
            if (at >= 0) {
                return name.substring(0, at) + "\0" + name.substring(at + label.length());
            }
        }
        return "";
    }
}
