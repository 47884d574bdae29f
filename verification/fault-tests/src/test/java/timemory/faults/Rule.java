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
import timemory.export.data.UnreadableResultsException;

/** No data is lost silently, nothing hangs, and nothing crashes that would not have crashed without measuring. */
final class Rule {
    /** The exit statuses of programs that do not measure. */
    private final Map<String, Set<Integer>> baselines = new ConcurrentHashMap<>();

    private static final Pattern SAYS_SO = Pattern.compile("^timemory: .*(cannot write|could not be written|some results were not written"
            + "|nothing (is|will be) written|not enough memory to write|is missing|was abandoned| failed: )");

    /** The outcome of a trial. */
    enum Outcome {
        /** The results have all laps that were done. */
        COMPLETE,

        /** Some are missing, and the standard error stream says so; after kill -9 nothing could. */
        REPORTED,

        BROKEN
    }

    record Verdict(Outcome outcome, List<String> breaches) {}

    Verdict of(FaultScenario moment) throws IOException, InterruptedException {
        Set<Integer> statuses = baseline(moment);
        if (moment.fault().isOfSeveral()) return new SeveralRuns(moment, statuses).verdict();
        try (Trial trial = new Trial(moment, true)) {
            Trial.Ended ended = trial.run();
            ResultFiles files = ResultFiles.in(trial.results());
            List<String> breaches = new ArrayList<>(files.broken());
            judgeEnd(moment, trial, ended, statuses, breaches);
            boolean isComplete = judgeResults(moment, ended, files, breaches);
            if (moment.fault().comesBetweenCheckpoints()) judgeCheckpoint(moment, ended, files, breaches);
            if (moment.fault() == Fault.KILL_WHILE_WRITING) judgeNextRun(moment, trial, breaches);
            if (!breaches.isEmpty()) breaches.add("files: " + names(files) + "; errors:\n" + beginning(ended.errors()));
            return new Verdict(!breaches.isEmpty() ? Outcome.BROKEN : isComplete ? Outcome.COMPLETE : Outcome.REPORTED, breaches);
        }
    }

    private static void judgeEnd(FaultScenario moment, Trial trial, Trial.Ended ended, Set<Integer> statuses, List<String> breaches)
            throws IOException {
        if (ended.status() == -1) {
            breaches.add("it hangs\n" + ended.stacks());
        } else if (!statuses.contains(ended.status()) && !isStarting(moment, ended)) {
            breaches.add("it ends with status " + ended.status() + ", and without measuring with " + statuses);
        }
        try (Stream<Path> left = Files.list(trial.work)) {
            left.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("hs_err") || name.startsWith("core"))
                    .forEach(name -> breaches.add("it leaves " + name));
        }
        if (ended.begun() == 0 && !moment.early()) breaches.add("it measures nothing: the program itself does not work");
    }

    /**
     * A JVM or a Python that receives a signal during its own start reports that it failed, and does not end with the signal's status,
     * before any line of the program has run.
     */
    private static boolean isStarting(FaultScenario moment, Trial.Ended ended) {
        String errors = ended.errors();
        return moment.early() && ended.begun() == 0 && ended.status() == 1 && !errors.isEmpty() && !errors.contains("timemory");
    }

    /** Whether all is there. */
    private static boolean judgeResults(FaultScenario moment, Trial.Ended ended, ResultFiles files, List<String> breaches)
            throws IOException {
        OptionalLong laps = files.laps(moment.target().label);
        if (laps.isPresent() && laps.getAsLong() > ended.begun()) {
            breaches.add(laps.getAsLong() + " laps are recorded, of which " + ended.begun() + " were begun");
        }
        boolean isComplete = ended.done() == 0 || laps.isPresent() && laps.getAsLong() >= ended.done() && files.areAllThere();
        if (moment.fault().isMute()) return isComplete;
        if (!isComplete && !saysSo(ended.errors())) {
            String recorded = laps.isPresent() ? Long.toString(laps.getAsLong()) : "none";
            breaches.add(ended.done() + " laps were done, " + recorded + " are recorded, or a file is missing, and nobody says so");
        }
        files.unfinished().forEach(file -> breaches.add(file.getFileName() + " is left"));
        return isComplete;
    }

    /** The results up to some earlier moment exist. */
    private static void judgeCheckpoint(FaultScenario moment, Trial.Ended ended, ResultFiles files, List<String> breaches) {
        OptionalLong laps;
        try {
            laps = files.lapsInCheckpoint(moment.target().label);
        } catch (UnreadableResultsException failure) {
            breaches.add("the checkpoint cannot be read: " + failure.getMessage());
            return;
        }
        if (laps.isEmpty()) {
            breaches.add("it leaves no checkpoint; " + ended.errors());
        } else if (laps.getAsLong() == 0 || laps.getAsLong() > ended.begun()) {
            breaches.add("the checkpoint has " + laps.getAsLong() + " laps, of which " + ended.begun() + " were begun");
        }
    }

    private static List<String> names(ResultFiles files) {
        return files.files().stream().map(file -> file.getFileName().toString()).toList();
    }

    private static String beginning(String errors) {
        return errors.lines().limit(20).collect(Collectors.joining("\n"));
    }

    /** The next writer removes the unfinished files of the killed one. */
    private static void judgeNextRun(FaultScenario killed, Trial trial, List<String> breaches) throws IOException, InterruptedException {
        Trial.Ended ended = trial.run(new FaultScenario(killed.target(), Fault.NONE, 0, killed.seed()), Map.of());
        ResultFiles files = ResultFiles.in(trial.results());
        files.unfinished().forEach(file -> breaches.add(file.getFileName() + " is still there after the next run"));
        breaches.addAll(files.broken());
        if (files.laps(killed.target().label).isEmpty()) breaches.add("the next run writes no results: " + ended.errors());
    }

    private static boolean saysSo(String errors) {
        return errors.lines().anyMatch(line -> SAYS_SO.matcher(line).find());
    }

    /** When a signal arrives while results are written, a program that does not measure would already have ended, or almost. */
    private Set<Integer> baseline(FaultScenario moment) throws IOException, InterruptedException {
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
