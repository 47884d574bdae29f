package timemory.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs programs that write to one folder, concurrently or in sequence: each must leave its own complete results. */
final class SeveralRuns {
    private static final int AT_ONCE = 6;
    private static final int RANKS = 2;

    private final FaultScenario moment;
    private final Set<Integer> statuses;
    private final List<String> breaches = new ArrayList<>();

    /** @param statuses with which the program ends that does not measure */
    SeveralRuns(FaultScenario moment, Set<Integer> statuses) {
        this.moment = moment;
        this.statuses = statuses;
    }

    Rule.Verdict verdict() throws IOException {
        try (Trial trial = new Trial(moment, true)) {
            if (moment.fault() == Fault.POOL) pool(trial);
            else requeued(trial);
            ResultFiles files = ResultFiles.in(trial.results());
            breaches.addAll(files.broken());
            if (!breaches.isEmpty()) breaches.add("files: " + files.files().stream().map(trial.results()::relativize).toList());
        }
        return new Rule.Verdict(breaches.isEmpty() ? Rule.Outcome.COMPLETE : Rule.Outcome.BROKEN, breaches);
    }

    private void pool(Trial trial) throws IOException {
        expect(trial.results(), "of " + AT_ONCE + " programs", atOnce(trial, Collections.nCopies(AT_ONCE, Map.of())));
    }

    /** One of the ranks is killed; then all of them run again under the number of the same job. */
    private void requeued(Trial trial) throws IOException {
        CompletableFuture<Trial.Ended> killed = start(trial, new FaultScenario(moment.target(), Fault.KILL, 0, moment.seed()), rank(1, 0));
        List<Trial.Ended> first = atOnce(trial, List.of(rank(0, 0)));
        killed.join();
        List<Map<String, String>> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) ranks.add(rank(rank, 1));
        List<Trial.Ended> second = atOnce(trial, ranks);
        expect(trial.results().resolve("job-4711.0"), "of the job that ran last", second);
        List<Trial.Ended> all = new ArrayList<>(first);
        all.addAll(second);
        expect(trial.results(), "of both jobs", all);
    }

    /** Slurm's variables for a rank of a job that was requeued {@code attempt} times. */
    private static Map<String, String> rank(int rank, int attempt) {
        return Map.of("SLURM_JOB_ID", "4711", "SLURM_STEP_ID", "0", "SLURM_NTASKS", Integer.toString(RANKS), "SLURM_PROCID",
                Integer.toString(rank), "SLURM_RESTART_COUNT", Integer.toString(attempt));
    }

    private List<Trial.Ended> atOnce(Trial trial, List<Map<String, String>> environments) {
        List<CompletableFuture<Trial.Ended>> runs = new ArrayList<>();
        for (Map<String, String> variables : environments) {
            FaultScenario undisturbed = new FaultScenario(moment.target(), Fault.NONE, moment.number(), moment.seed() + runs.size());
            runs.add(start(trial, undisturbed, variables));
        }
        List<Trial.Ended> all = runs.stream().map(CompletableFuture::join).toList();
        for (Trial.Ended ended : all) {
            if (!statuses.contains(ended.status())) breaches.add("it ends with status " + ended.status() + "\n" + ended.errors());
        }
        return all;
    }

    private static CompletableFuture<Trial.Ended> start(Trial trial, FaultScenario moment, Map<String, String> variables) {
        CompletableFuture<Trial.Ended> ended = new CompletableFuture<>();
        Thread run = new Thread(() -> {
            try {
                ended.complete(trial.run(moment, variables));
            } catch (IOException | InterruptedException | RuntimeException failure) {
                ended.completeExceptionally(new CompletionException(failure));
            }
        });
        run.setDaemon(true);
        run.start();
        return ended;
    }

    private void expect(Path folder, String what, List<Trial.Ended> runs) throws IOException {
        List<Long> done = runs.stream().map(Trial.Ended::done).sorted().toList();
        List<Long> recorded = ResultFiles.in(folder).lapsOfEach(moment.target().label).stream().sorted().toList();
        if (!recorded.equals(done)) {
            breaches.add("results " + what + " have " + recorded + " laps, where " + done + " were done; errors: "
                    + runs.stream().map(Trial.Ended::errors).toList());
        }
    }
}
