package timemory.tools.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import timemory.export.ranks.MergedProcess;
import timemory.export.wire.internal.WireFiles;
import timemory.tools.read.ResultFiles;

/** Finds what is to be merged, and puts it in order. */
public final class Inputs {

    private static final int DEEPEST = 16;

    private final Consumer<String> notices;

    /** @param notices gets sentences about what is not taken */
    public Inputs(Consumer<String> notices) {
        this.notices = notices;
    }

    /**
     * What {@code path} stands for: a file; a directory of one run, the last of several; one of several files {@code NAME.tmy}, all of
     * them; or one of directories, all that is in them.
     *
     * @throws IOException with a message that names it and says what is wrong
     */
    public List<Input> of(Path path) throws IOException {
        List<Input> found = new ArrayList<>();
        add(path, found, 0);
        return found;
    }

    private void add(Path path, List<Input> found, int depth) throws IOException {
        if (!Files.isDirectory(path)) {
            found.add(new Input(path, List.of(path)));
            return;
        }
        List<Path> below = new ArrayList<>();
        try (var listing = Files.list(path)) {
            listing.filter(file -> !file.getFileName().toString().startsWith(".")).sorted(NATURAL).forEach(below::add);
        }
        List<Path> wire = below.stream().filter(ResultFiles::isWire).filter(Files::isRegularFile).toList();
        if (wire.size() > 1) {
            wire.forEach(file -> found.add(new Input(file, List.of(file))));
            return;
        }
        List<Path> run = ResultFiles.lastRunIn(path, notices);
        if (!run.isEmpty()) {
            found.add(new Input(path, run));
            return;
        }
        int before = found.size();
        if (depth < DEEPEST) {
            for (Path directory : below) {
                if (Files.isDirectory(directory) && Files.isReadable(directory)) {
                    addIfAny(directory, found, depth + 1);
                }
            }
        }
        if (depth == 0 && found.size() == before) {
            throw new IOException(path + ": no results in this directory, nor below it");
        }
    }

    private void addIfAny(Path directory, List<Input> found, int depth) throws IOException {
        // A link back to a directory around it would never end.
        if (!Files.isSymbolicLink(directory)) {
            add(directory, found, depth);
        }
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

    /** {@code all} without those that are of a process that another one before is of. */
    public List<Input> once(List<Input> all) throws IOException {
        Map<Object, Input> known = new HashMap<>();
        List<Input> taken = new ArrayList<>();
        for (Input input : all) {
            List<Object> identities = input.processes().stream().map(WireFiles::identityOf).filter(one -> one != null).toList();
            List<MergedProcess> twice = input.processes().stream().filter(process -> {
                Object identity = WireFiles.identityOf(process);
                return identity != null && known.containsKey(identity);
            }).toList();
            if (twice.isEmpty()) {
                identities.forEach(identity -> known.put(identity, input));
                taken.add(input);
            } else if (twice.size() == input.processCount()) {
                notices.accept(input + ": is of " + twice.get(0) + ", as " + known.get(WireFiles.identityOf(twice.get(0)))
                        + " is: taken once");
            } else {
                throw new IOException(input + ": is of several processes, one of which " + known.get(WireFiles.identityOf(twice.get(0)))
                        + " is of as well, " + twice.get(0) + ": they cannot be separated any more");
            }
        }
        return taken;
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
            sorted.sort(Comparator.comparingInt(input -> input.processCount() == 1 ? input.ownRank()
                    : input.processes().stream().mapToInt(MergedProcess::getRank).min().orElse(0)));
            sorted.forEach(input -> input.becomeRank(input.processCount() == 1 ? input.ownRank() : 0));
            return sorted;
        }
        if (known > 0) {
            notices.accept("not every process says which rank it has, or some say the same: ranks are places in the order of the names");
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
