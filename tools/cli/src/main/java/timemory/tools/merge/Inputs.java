package timemory.tools.merge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import timemory.export.ranks.MergedProcess;
import timemory.export.wire.internal.WireFiles;
import timemory.tools.read.ResultFiles;
import timemory.tools.read.RunListing;

/**
 * Finds what is to be merged, and puts it in order.
 *
 * <p>Files of one run are one input, however they are named: one by one, by their directory, or both. A hidden file beside them says which
 * they are.
 */
public final class Inputs {

    private static final int DEEPEST = 16;
    private static final int MAX_NAMED = 20;

    private final Path output;
    private final Consumer<String> notices;
    private final Unreadable unreadable;

    /** What was found so far: the files of a run by its record, and any other by its first file. */
    private final Map<Path, Named> found = new LinkedHashMap<>();
    private final Map<Path, Map<String, Path>> recordsByFolder = new HashMap<>();

    /** How much was there twice. */
    private int twice;

    /** Gets what cannot be read, as an exception whose message names it and says what is wrong. */
    public interface Unreadable {
        /**
         * Takes note of what is wrong.
         *
         * @throws IOException where that is to stop everything
         */
        void note(IOException wrong) throws IOException;
    }

    /** Files of one run under the name that they were found by. */
    private record Named(Path name, List<Path> files) {}

    /**
     * Finds nothing yet.
     *
     * @param output the directory that merged results go to: those of an earlier time, found below another directory, are not merged again
     * @param notices gets sentences about what is not taken
     */
    public Inputs(Path output, Consumer<String> notices, Unreadable unreadable) {
        this.output = real(output);
        this.notices = notices;
        this.unreadable = unreadable;
    }

    /**
     * Adds what {@code path} stands for: a file; a directory of one run, the last of several, or those of several ranks; one of several
     * files {@code NAME.tmy}, all of them; or one of directories, all that is in them.
     *
     * @throws IOException where what cannot be read is to stop everything
     */
    public void add(Path path) throws IOException {
        int before = found.size();
        if (Files.isDirectory(path) && !addDirectory(path, 0) && found.size() == before) {
            unreadable.note(new IOException(path + ": no results in or below this directory"));
        } else if (!Files.isDirectory(path)) {
            addFiles(path, List.of(path));
        }
    }

    /** Adds what is in {@code directory}; whether that was anything, or something that cannot be read. */
    private boolean addDirectory(Path directory, int depth) throws IOException {
        List<Path> below = new ArrayList<>();
        List<RunListing.Run> runs;
        try {
            try (var listing = Files.list(directory)) {
                listing.filter(file -> !file.getFileName().toString().startsWith(".")).sorted(NATURAL).forEach(below::add);
            }
            List<Path> wire = below.stream().filter(ResultFiles::isWire).filter(Files::isRegularFile).toList();
            if (wire.size() > 1) {
                for (Path file : wire) {
                    addFiles(file, List.of(file));
                }
                return true;
            }
            runs = new ArrayList<>(RunListing.sideBySide(directory, notices));
        } catch (IOException | UncheckedIOException failure) {
            // An UncheckedIOException cannot be made without a cause.
            Throwable reason = failure instanceof UncheckedIOException unchecked ? Objects.requireNonNull(unchecked.getCause()) : failure;
            unreadable.note(new IOException(directory + ": " + ResultFiles.reasonOf(reason), failure));
            return true;
        }
        runs.sort(Comparator.comparing(run -> run.files().get(0), NATURAL));
        for (RunListing.Run run : runs) {
            addFiles(runs.size() == 1 ? directory : run.files().get(0), run.files());
        }
        return !runs.isEmpty() || addBelow(below, depth);
    }

    private boolean addBelow(List<Path> below, int depth) throws IOException {
        boolean isAny = false;
        for (Path directory : below) {
            // A link back to a directory around it would never end.
            if (!Files.isDirectory(directory) || Files.isSymbolicLink(directory) || real(directory).equals(output)) {
                continue;
            }
            if (depth == DEEPEST) {
                unreadable.note(new IOException(directory + ": is more than " + DEEPEST + " directories deep, and was not searched"));
                return true;
            }
            isAny |= addDirectory(directory, depth + 1);
        }
        return isAny;
    }

    /** Adds {@code files} of one run, which messages call {@code name}. */
    private void addFiles(Path name, List<Path> files) {
        Path run = runOf(files.get(0));
        Named before = found.get(run);
        if (before == null) {
            found.put(run, new Named(name, new ArrayList<>(files)));
            return;
        }
        Set<Path> known = new HashSet<>();
        for (Path file : before.files()) {
            known.add(real(file));
        }
        for (Path file : files) {
            if (known.add(real(file))) {
                before.files().add(file);
            } else {
                takenOnce(file + ": is named twice");
            }
        }
    }

    /** What is the same for files of one run: its record, or the file itself. */
    private Path runOf(Path file) {
        Path real = real(file);
        Path folder = real.getParent();
        if (folder == null || !Files.isRegularFile(real)) {
            return real;
        }
        Map<String, Path> records = recordsByFolder.get(folder);
        if (records == null) {
            try {
                records = RunListing.recordsIn(folder);
            } catch (IOException | UncheckedIOException ignored) {
                // Of a directory that cannot be listed a file may be read all the same.
                records = Map.of();
            }
            recordsByFolder.put(folder, records);
        }
        return records.getOrDefault(real.getFileName().toString(), real);
    }

    /** {@code path} without links, where it leads anywhere. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException unused) {
            return path.toAbsolutePath();
        }
    }

    /** What was found, in that order. Of files that have the same components the one that has most is taken. */
    public List<Input> all() {
        List<Input> all = new ArrayList<>();
        for (Named run : found.values()) {
            List<Path> chosen = run.files().size() == 1 ? run.files() : ResultFiles.ofComponents(run.files());
            List<Path> files = chosen.isEmpty() ? run.files() : chosen;
            List<Path> left = run.files().stream().filter(file -> !files.contains(file)).toList();
            if (!left.isEmpty()) {
                String more = left.size() == 1 ? ": is" : " and " + (left.size() - 1) + " more: are";
                takenOnce(left.get(0) + more + " of the same run as " + files.get(0));
            }
            all.add(new Input(run.files().size() == 1 || files.size() > 1 ? run.name() : files.get(0), files));
        }
        return all;
    }

    /** By name, in which numbers count as such: {@code rank-9} before {@code rank-10}. */
    public static final Comparator<Path> NATURAL = (a, b) -> compareNaturally(a.getFileName().toString(), b.getFileName().toString());

    private static int compareNaturally(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            if (isDigit(a.charAt(i)) && isDigit(b.charAt(j))) {
                int endA = endOfNumber(a, i);
                int endB = endOfNumber(b, j);
                String numberA = a.substring(i, endA).replaceFirst("^0+(?=.)", "");
                String numberB = b.substring(j, endB).replaceFirst("^0+(?=.)", "");
                int order = numberA.length() != numberB.length() ? numberA.length() - numberB.length() : numberA.compareTo(numberB);
                if (order != 0) {
                    return order;
                }
                i = endA;
                j = endB;
            } else {
                int order = a.charAt(i++) - b.charAt(j++);
                if (order != 0) {
                    return order;
                }
            }
        }
        int rest = (a.length() - i) - (b.length() - j);
        return rest != 0 ? rest : a.compareTo(b);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfNumber(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /**
     * {@code all} without those that are of a process that another one before is of.
     *
     * @throws IOException where what cannot be merged is to stop everything
     */
    public List<Input> once(List<Input> all) throws IOException {
        Map<Object, Input> known = new HashMap<>();
        List<Input> taken = new ArrayList<>();
        for (Input input : all) {
            List<Object> identities = input.processes().stream().map(WireFiles::identityOf).filter(one -> one != null).toList();
            List<MergedProcess> again = input.processes().stream().filter(process -> {
                Object identity = WireFiles.identityOf(process);
                return identity != null && known.containsKey(identity);
            }).toList();
            if (again.isEmpty()) {
                identities.forEach(identity -> known.put(identity, input));
                taken.add(input);
            } else if (again.size() == input.processCount()) {
                takenOnce(input + ": is of " + again.get(0) + ", as " + known.get(WireFiles.identityOf(again.get(0))) + " is");
            } else {
                unreadable.note(new IOException(input + ": has several processes, one of which "
                        + known.get(WireFiles.identityOf(again.get(0))) + " also has, " + again.get(0)
                        + ": they can no longer be separated"));
            }
        }
        if (twice > MAX_NAMED) {
            notices.accept("and " + (twice - MAX_NAMED) + " more duplicates: each is counted once");
        }
        return taken;
    }

    /** Reports the first few of what is there twice. */
    private void takenOnce(String sentence) {
        if (twice++ < MAX_NAMED) {
            notices.accept(sentence + ": taken once");
        }
    }

    /** Reports the ranks of a job that there are no results of: those of a process that was killed, most often. */
    private void reportMissing(List<Input> all, Set<Integer> ranks) {
        Set<Integer> sizes = new HashSet<>();
        // What was merged before does not say how many ranks its job had.
        all.stream().filter(input -> input.processCount() == 1).forEach(input -> sizes.add(input.jobSize()));
        if (all.size() < 2 || sizes.size() != 1) {
            return;
        }
        int size = sizes.iterator().next();
        long missing = size - ranks.stream().filter(rank -> rank >= 0 && rank < size).count();
        if (missing <= 0) {
            return;
        }
        List<String> named = new ArrayList<>();
        for (int rank = 0; named.size() < Math.min(MAX_NAMED, missing); rank++) {
            if (!ranks.contains(rank)) {
                named.add(Integer.toString(rank));
            }
        }
        String first = String.join(", ", named);
        String more = missing > MAX_NAMED ? " and " + (missing - MAX_NAMED) + " more" : "";
        notices.accept((missing == 1 ? "rank " + first + " of " + size + " has no results"
                : "ranks " + first + more + " of " + size + " have no results") + ": the process was killed, or wrote them elsewhere");
    }

    /**
     * Gives each process a rank: its own where all have one and no two the same, otherwise its place. By the rank is the order, too, in
     * which they are merged.
     */
    public List<Input> ranked(List<Input> all) {
        Set<Integer> ranks = new HashSet<>();
        int known = 0;
        boolean isUsable = true;
        for (Input input : all) {
            if (input.processCount() != 1 && input.processes().size() != input.processCount()) {
                isUsable = false;
                continue;
            }
            List<Integer> own = input.processCount() == 1 ? List.of(input.ownRank())
                    : input.processes().stream().map(MergedProcess::getRank).toList();
            for (int rank : own) {
                known += rank >= 0 ? 1 : 0;
                isUsable = isUsable && rank >= 0 && ranks.add(rank);
            }
        }
        List<Input> sorted = new ArrayList<>(all);
        if (isUsable) {
            reportMissing(all, ranks);
            sorted.sort(Comparator.comparingInt(input -> input.processCount() == 1 ? input.ownRank()
                    : input.processes().stream().mapToInt(MergedProcess::getRank).min().orElse(0)));
            sorted.forEach(input -> input.becomeRank(input.processCount() == 1 ? input.ownRank() : 0));
            return sorted;
        }
        if (known > 0) {
            notices.accept("some processes report no rank, or the same rank: ranks are assigned in the order of the names");
        }
        int next = 0;
        for (Input input : sorted) {
            input.becomeRank(next);
            // Merging refuses what is above the highest rank.
            next = (int) Math.min(Integer.MAX_VALUE, next + (input.processCount() == 1 ? 1 : input.highestRank() + 1L));
        }
        return sorted;
    }
}
