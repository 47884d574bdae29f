package timemory.tools.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The runs whose results stand in a directory and in the folders {@code run-2}, {@code run-3}, ... below it, which programs make to keep
 * from replacing each other's. The hidden file {@code .timemory.run} of each says which files are its own; files of which none says so are
 * of one run where their names begin and end alike.
 */
public final class RunListing {

    private static final Pattern FOLDER = Pattern.compile("run-(\\d{1,9}|of-process-.*)");
    private static final Pattern COMPONENT = Pattern.compile(
            "\\{\\s*\"timemory\"\\s*:\\s*\\{\\s*\"([^\"\\\\]{1,200})\"[\\s\\S]*?\"type\"\\s*:\\s*\\[?\\s*\"([^\"\\\\]{0,200})\"");
    private static final int BEGIN = 8192;
    private static final int MOST_NAMED = 10;

    private RunListing() {}

    /**
     * One run.
     *
     * @param name where it is and whose, for messages
     * @param around what the names of its files have around that of the component, as runs of several ranks in one folder do; none if empty
     * @param time when it was written, in milliseconds
     * @param files its file of everything, or those of its components
     */
    public record Run(String name, String around, long time, List<Path> files) {}

    /**
     * The runs in {@code directory} that are of processes side by side: of those whose names are alike the one written last. Files of ranks
     * have names with their numbers; what has none beside them is not of a rank.
     *
     * @param others gets a sentence that names the runs which are not among them
     */
    public static List<Run> sideBySide(Path directory, Consumer<String> others) throws IOException {
        Map<String, Run> taken = new LinkedHashMap<>();
        List<Run> left = new ArrayList<>();
        for (Run run : of(directory)) {
            if (taken.putIfAbsent(run.around(), run) != null) {
                left.add(run);
            }
        }
        if (taken.size() > 1 && taken.containsKey("")) {
            left.add(0, taken.remove(""));
        }
        if (!left.isEmpty()) {
            others.accept(directory + ": merged is what was written last, " + names(taken.values()) + "; there "
                    + (left.size() == 1 ? "is" : "are") + " also " + names(left));
        }
        return List.copyOf(taken.values());
    }

    /** Those of {@code runs}, the first few by name. */
    static String names(Collection<Run> runs) {
        String names = String.join("; ", runs.stream().limit(MOST_NAMED).map(Run::name).toList());
        return runs.size() > MOST_NAMED ? names + " and " + (runs.size() - MOST_NAMED) + " more" : names;
    }

    /** The runs in {@code directory} that have files, the one written last first. */
    public static List<Run> of(Path directory) throws IOException {
        List<Run> runs = new ArrayList<>(in(directory));
        try (var listing = Files.list(directory)) {
            for (Path below : listing.filter(RunListing::isRunFolder).sorted().toList()) {
                runs.addAll(in(below));
            }
        }
        runs.sort(Comparator.comparingLong(Run::time).reversed());
        return runs;
    }

    /** Whether {@code path} is a folder of a run that stands beside others. */
    public static boolean isRunFolder(Path path) {
        return FOLDER.matcher(path.getFileName().toString()).matches() && Files.isDirectory(path) && Files.isReadable(path);
    }

    private static List<Run> in(Path folder) throws IOException {
        Map<String, Path> all = filesIn(folder);
        List<Run> runs = new ArrayList<>();
        Set<String> listed = new HashSet<>();
        for (RunRecord record : RunRecord.among(all)) {
            listed.addAll(record.files());
            listed.addAll(record.earlier());
            List<Path> files = ResultFiles.ofComponents(record.files().stream().map(all::get).filter(Objects::nonNull).sorted().toList());
            if (!files.isEmpty()) {
                String name = "'" + folder + "' (" + Profiles.shortened(record.description(), 200) + ")";
                runs.add(new Run(name, record.around(), Files.getLastModifiedTime(record.path()).toMillis(), files));
            }
        }
        addOthers(all.values().stream().filter(file -> !listed.contains(file.getFileName().toString())).toList(), runs);
        return runs;
    }

    /** The files in {@code folder} by their names, in that order. */
    private static Map<String, Path> filesIn(Path folder) throws IOException {
        Map<String, Path> all = new LinkedHashMap<>();
        try (var listing = Files.list(folder)) {
            listing.filter(file -> Files.isRegularFile(file)).sorted().forEach(file -> all.put(file.getFileName().toString(), file));
        }
        return all;
    }

    /** For the name of each file in {@code folder} that a run wrote the record of that run. */
    public static Map<String, Path> recordsIn(Path folder) throws IOException {
        Map<String, Path> records = new HashMap<>();
        for (RunRecord record : RunRecord.among(filesIn(folder))) {
            record.files().forEach(file -> records.put(file, record.path()));
        }
        return records;
    }

    /** The names of the files in {@code folder} that runs wrote, as their records say, the last ones and those before. */
    public static Set<String> writtenIn(Path folder) throws IOException {
        Set<String> names = new HashSet<>();
        for (RunRecord record : RunRecord.among(filesIn(folder))) {
            names.addAll(record.files());
            names.addAll(record.earlier());
        }
        return names;
    }

    /** Files that no record names, by what their names have around that of the component: prefix and suffix of one run are the same. */
    private static void addOthers(List<Path> others, List<Run> runs) throws IOException {
        Map<String, List<Path>> groups = new LinkedHashMap<>();
        for (Path file : ResultFiles.ofComponents(others)) {
            groups.computeIfAbsent(ResultFiles.isWhole(file) ? file.toString() : around(file), none -> new ArrayList<>()).add(file);
        }
        for (Map.Entry<String, List<Path>> group : groups.entrySet()) {
            List<Path> files = group.getValue();
            long newest = 0;
            for (Path file : files) {
                newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
            }
            Path first = files.get(0);
            String around = ResultFiles.isWhole(first) ? aroundWhole(first) : group.getKey().replace("\0", "");
            runs.add(new Run("'" + first + "'" + (files.size() > 1 ? " and " + (files.size() - 1) + " more" : ""), around, newest, files));
        }
    }

    /** What the name of a file of everything has around {@code results}. */
    private static String aroundWhole(Path file) {
        return file.getFileName().toString().replaceFirst("(\\.timemory\\.json|\\.tmy)(\\.gz)?$", "").replaceFirst("results", "");
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
