package timemory.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nothing recorded is lost without a word, nothing hangs, nothing crashes that would not have. */
final class Rule {
    /** With which statuses programs end that do not measure. */
    private final Map<String, Set<Integer>> baselines = new ConcurrentHashMap<>();

    private static final Pattern SAYS_SO = Pattern.compile(
            "^Out of memory trying to allocate|^timemory: .*(cannot write|could not be written|not all results are written|nothing (is|will be) written|no memory to write|is missing|is given up| failed: )");

    /** What came of a trial. */
    enum Outcome {
        /** The results have all laps that were done. */
        COMPLETE,

        /** Some are missing, and the standard error stream says so; after kill -9 nobody could. */
        REPORTED,

        BROKEN
    }

    record Verdict(Outcome outcome, List<String> breaches) {}

    Verdict of(Moment moment) throws IOException, InterruptedException {
        Set<Integer> statuses = baseline(moment);
        try (Trial trial = new Trial(moment, true)) {
            Trial.Ended ended = trial.run();
            List<String> breaches = new ArrayList<>();
            if (ended.status() == -1) breaches.add("it hangs\n" + ended.stacks());
            else if (!statuses.contains(ended.status()) && !isAborted(moment, ended)) breaches.add("it ends with status " + ended.status() + ", and without measuring with " + statuses);
            try (Stream<Path> left = Files.list(trial.work)) {
                left.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("hs_err") || name.startsWith("core"))
                        .forEach(name -> breaches.add("it leaves " + name));
            }
            if (ended.begun() == 0 && !moment.early()) breaches.add("it measures nothing: the program itself does not work");
            ResultFiles files = ResultFiles.in(trial.results());
            breaches.addAll(files.broken());
            OptionalLong laps = files.laps(moment.target().label);
            boolean isComplete = ended.done() == 0 || laps.isPresent() && laps.getAsLong() >= ended.done();
            if (laps.isPresent() && laps.getAsLong() > ended.begun()) {
                breaches.add(laps.getAsLong() + " laps are recorded, of which " + ended.begun() + " were begun");
            }
            boolean isReported = moment.fault().isMute() || saysSo(ended.errors());
            if (!isComplete && !isReported) {
                breaches.add(ended.done() + " laps were done, " + (laps.isPresent() ? laps.getAsLong() : "none") + " are recorded, and nobody says so");
            }
            if (!moment.fault().isMute() && !isAborted(moment, ended)) files.unfinished().forEach(file -> breaches.add(file.getFileName() + " is left"));
            if (moment.fault() == Fault.KILL_WHILE_WRITING) next(moment, trial, breaches);
            if (!breaches.isEmpty()) breaches.add("files: " + names(files) + "; errors:\n" + beginning(ended.errors()));
            return new Verdict(!breaches.isEmpty() ? Outcome.BROKEN : isComplete ? Outcome.COMPLETE : Outcome.REPORTED, breaches);
        }
    }

    private static List<String> names(ResultFiles files) {
        return files.files().stream().map(file -> file.getFileName().toString()).toList();
    }

    private static String beginning(String errors) {
        return errors.lines().limit(20).collect(Collectors.joining("\n"));
    }

    /** Whoever writes next removes what the one that was killed has left unfinished. */
    private static void next(Moment killed, Trial trial, List<String> breaches) throws IOException, InterruptedException {
        Trial.Ended ended = trial.run(new Moment(killed.target(), Fault.NONE, 0, killed.seed()));
        ResultFiles files = ResultFiles.in(trial.results());
        files.unfinished().forEach(file -> breaches.add(file.getFileName() + " is still there after the next run"));
        breaches.addAll(files.broken());
        if (files.laps(killed.target().label).isEmpty()) breaches.add("the next run writes no results: " + ended.errors());
    }

    private static boolean saysSo(String errors) {
        return errors.lines().anyMatch(line -> SAYS_SO.matcher(line).find());
    }

    /** Kotlin/Native has no way but this where its runtime finds no memory, and says so; no code of ours is asked before. */
    private static boolean isAborted(Moment moment, Trial.Ended ended) {
        return moment.fault() == Fault.OUT_OF_MEMORY && moment.target() != Target.JVM && ended.status() == 128 + 6 && saysSo(ended.errors());
    }

    /** A signal that comes while results are written finds a program that does not measure ended, or almost. */
    private Set<Integer> baseline(Moment moment) throws IOException, InterruptedException {
        String key = moment.target() + " " + moment.fault() + " " + moment.second();
        Set<Integer> known = baselines.get(key);
        if (known != null) return known;
        Set<Integer> statuses = new TreeSet<>();
        try (Trial trial = new Trial(moment, false)) {
            statuses.add(trial.run().status());
        }
        if (moment.fault() == Fault.SIGTERM_WHILE_WRITING) statuses.addAll(Set.of(0, 143));
        if (moment.fault() == Fault.KILL_WHILE_WRITING) statuses.addAll(Set.of(0, 137));
        baselines.put(key, statuses);
        return statuses;
    }
}
