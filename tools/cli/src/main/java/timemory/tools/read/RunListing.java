package timemory.tools.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The runs whose results are in a directory, and below it in folders {@code run-TIME-HOST-PROCESS} and those of jobs, which programs make
 * so that none replaces the results of another. Ranks of one job are in one folder, with a hidden file {@code .timemory.job}. The hidden
 * file {@code .timemory.run} of each says which files are its own; files of which none says so are of one run where their names begin and
 * end the same way.
 */
public final class RunListing {

    private static final Pattern FOLDER = Pattern.compile("run-(\\d{8}-\\d{6}\\.\\d{3}-.+|\\d{1,9}|of-process-.*)");
    private static final String JOB = ".timemory.job";
    private static final Pattern RANKS = Pattern.compile("(?m)^ranks=(\\d{1,9})$");
    private static final long MAX_JOB = 16L << 20;
    private static final Pattern COMPONENT = Pattern.compile(
            "\\{\\s*\"timemory\"\\s*:\\s*\\{\\s*\"([^\"\\\\]{1,200})\"[\\s\\S]*?\"type\"\\s*:\\s*\\[?\\s*\"([^\"\\\\]{0,200})\"");
    private static final int BEGIN = 8192;
    private static final int MAX_NAMED = 3;
    private static final int MAX_ATTEMPTS = 5;

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

    /** A run, or all ranks of a job. */
    private record Group(String name, boolean isJob, List<Run> runs) {
        long time() {
            return runs.stream().mapToLong(Run::time).max().orElse(0);
        }
    }

    /**
     * The runs in {@code directory} that are of processes side by side: all ranks of the newest job, if nothing was written after it;
     * otherwise, the one written last of those with similar names. Files of ranks have names with their numbers; what has none beside
     * them is not of a rank.
     *
     * @param others gets a sentence that names the runs which are not among them
     */
    public static List<Run> sideBySide(Path directory, Consumer<String> others) throws IOException {
        List<Group> groups = groups(directory);
        List<String> left = new ArrayList<>();
        if (!groups.isEmpty() && groups.get(0).isJob()) {
            groups.stream().skip(1).forEach(group -> left.add(group.name()));
            report(directory, groups.get(0).name(), left, others);
            return groups.get(0).runs();
        }
        Map<String, Run> taken = new LinkedHashMap<>();
        for (Group group : groups) {
            Run first = group.runs().get(0);
            if (group.isJob() || taken.putIfAbsent(first.around(), first) != null) {
                left.add(group.name());
            }
        }
        Run unnumbered = taken.size() > 1 ? taken.remove("") : null;
        if (unnumbered != null) {
            left.add(0, unnumbered.name());
        }
        report(directory, names(taken.values()), left, others);
        return List.copyOf(taken.values());
    }

    private static void report(Path directory, String taken, List<String> left, Consumer<String> others) {
        if (!left.isEmpty()) {
            others.accept(directory + ": merging the results written last, " + taken + "; there " + (left.size() == 1 ? "is" : "are")
                    + " also " + firstOf(left));
        }
    }

    private static String firstOf(List<String> names) {
        String first = String.join("; ", names.stream().limit(MAX_NAMED).toList());
        return names.size() > MAX_NAMED ? first + " and " + (names.size() - MAX_NAMED) + " more" : first;
    }

    /** Returns the names of the first few {@code runs}. */
    static String names(Collection<Run> runs) {
        return firstOf(runs.stream().map(Run::name).toList());
    }

    /** The runs in {@code directory} that have files, the one written last first. */
    public static List<Run> of(Path directory) throws IOException {
        List<Run> runs = new ArrayList<>();
        groups(directory).forEach(group -> runs.addAll(group.runs()));
        return runs;
    }

    /** The runs in {@code directory}, the one written last first; of each job one rank. */
    static List<Run> each(Path directory) throws IOException {
        return groups(directory).stream().map(group -> group.runs().get(0)).toList();
    }

    /**
     * The run in {@code directory} that was written last; of a job one rank.
     *
     * @param others gets sentences about what is not shown
     */
    static Optional<Run> newest(Path directory, Consumer<String> others) throws IOException {
        return newest(groups(directory), others);
    }

    /**
     * The run in any of {@code directories} that was written last. Files that may be of other programs, such as {@code package.json}, are
     * not runs.
     *
     * @param others gets sentences about what is not shown
     */
    static Optional<Run> newestOfOurs(List<Path> directories, Consumer<String> others) throws IOException {
        List<Group> groups = new ArrayList<>();
        for (Path directory : directories) {
            groups.addAll(groups(directory).stream().filter(group -> isOurs(group.runs().get(0).files().get(0))).toList());
        }
        groups.sort(Comparator.comparingLong(Group::time).reversed());
        return newest(groups, others);
    }

    private static boolean isOurs(Path file) {
        return ResultFiles.isWhole(file) || !around(file).isEmpty();
    }

    private static Optional<Run> newest(List<Group> groups, Consumer<String> others) {
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        Group group = groups.get(0);
        Run run = group.runs().get(0);
        if (group.isJob()) {
            Path folder = run.files().get(0).toAbsolutePath().getParent();
            others.accept("showing one rank of " + group.name() + ": 'timemory merge " + folder + " -o DIR' merges all of them");
        }
        List<String> left = groups.stream().skip(1).map(Group::name).toList();
        if (!left.isEmpty()) {
            others.accept("showing the " + (group.isJob() ? "job" : "run") + " that was written last, " + group.name() + "; there "
                    + (left.size() == 1 ? "is" : "are") + " also " + firstOf(left));
        }
        return Optional.of(run);
    }

    /** The runs and jobs in {@code directory}, the one written last first. */
    private static List<Group> groups(Path directory) throws IOException {
        List<Group> groups = new ArrayList<>(groupsUnlessMoved(directory));
        try (var listing = Files.list(directory)) {
            for (Path below : listing.filter(RunListing::isRunFolder).sorted().toList()) {
                try {
                    // A folder of links has the run in the directory itself.
                    if (!hasLinkedRecord(below)) {
                        groups.addAll(groupsIn(below));
                    }
                } catch (NoSuchFileException ignored) {
                    // A program that ended meanwhile made room.
                }
            }
        }
        groups.sort(Comparator.comparingLong(Group::time).reversed());
        return groups;
    }

    /** As {@link #groupsIn}, once more where a program that ended meanwhile moved the files of the run before. */
    private static List<Group> groupsUnlessMoved(Path directory) throws IOException {
        for (int attempt = 1;; attempt++) {
            try {
                return groupsIn(directory);
            } catch (NoSuchFileException failure) {
                if (attempt == MAX_ATTEMPTS) {
                    throw failure;
                }
            }
        }
    }

    private static List<Group> groupsIn(Path folder) throws IOException {
        List<Run> runs = new ArrayList<>(in(folder));
        runs.sort(Comparator.comparingLong(Run::time).reversed());
        int ranks = ranksOf(folder);
        if (ranks < 0 || runs.isEmpty()) {
            return runs.stream().map(run -> new Group(run.name(), false, List.of(run))).toList();
        }
        // What was merged before, into the folder of the job, is not of a rank.
        if (runs.stream().anyMatch(run -> !run.around().isEmpty())) {
            runs.removeIf(run -> run.around().isEmpty());
        }
        String of = ranks == 0 ? "" : " of " + ranks;
        return List.of(new Group("'" + folder + "' (a job, " + runs.size() + of + " ranks)", true, runs));
    }

    /**
     * How many ranks the job has whose results are in {@code folder}.
     *
     * @return 0 if that is not known; -1 if they are of no job
     */
    public static int ranksOf(Path folder) throws IOException {
        Path record = folder.resolve(JOB);
        if (!Files.isRegularFile(record, LinkOption.NOFOLLOW_LINKS) || !Files.isReadable(record) || Files.size(record) > MAX_JOB) {
            return -1;
        }
        Matcher ranks = RANKS.matcher(new String(Files.readAllBytes(record), StandardCharsets.UTF_8));
        return ranks.find() ? Integer.parseInt(ranks.group(1)) : 0;
    }

    private static boolean hasLinkedRecord(Path folder) throws IOException {
        try (var listing = Files.list(folder)) {
            return listing.anyMatch(file -> RunRecord.isRecord(file.getFileName().toString()) && Files.isSymbolicLink(file));
        }
    }

    /** Whether {@code path} is a folder of a run, or of a job, that is beside others. */
    public static boolean isRunFolder(Path path) {
        boolean isOurs = FOLDER.matcher(path.getFileName().toString()).matches() || Files.isRegularFile(path.resolve(JOB));
        return isOurs && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(path);
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
                runs.add(new Run(name, record.around(), record.time(), files));
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

    /** Adds files that no record names, grouped by the prefix and suffix around the component's name, which the files of a run share. */
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
        } catch (IOException ignored) {
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
