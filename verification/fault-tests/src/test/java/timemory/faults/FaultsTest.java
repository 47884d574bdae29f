package timemory.faults;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Each fault is injected into each kind of program at random moments: {@code -Dfaults.moments} sets how many, {@code -Dfaults.seed} the
 * first seed, {@code -Dfaults.only='JVM, kill'} a selection.
 */
class FaultsTest {
    private static final int MOMENTS = Integer.getInteger("faults.moments", 2);
    private static final String ONLY = System.getProperty("faults.only", "");
    private static final long SEED = seed();

    private static final ExecutorService POOL = Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()));
    private static final Rule RULE = new Rule();
    private static final Tally TALLY = new Tally();

    private static long seed() {
        String given = System.getProperty("faults.seed", "");
        return given.isEmpty() ? System.nanoTime() & 0xffffff : Long.parseLong(given);
    }

    @TestFactory
    Stream<DynamicNode> targets() {
        System.out.println("faults: " + MOMENTS + " moments of each, -Dfaults.seed=" + SEED);
        return Arrays.stream(Target.values()).map(target -> {
            List<Fault> faults = target.faults.stream().filter(fault -> name(target, fault).contains(ONLY)).toList();
            String missing = faults.isEmpty() ? null : target.missing().orElse(null);
            return dynamicContainer(target.title, faults.stream().map(fault -> {
                // All at once, so that no processor waits for the end of a fault.
                List<Future<Rule.Verdict>> trials = missing == null ? begin(target, fault) : List.of();
                return dynamicTest(fault.title, () -> end(target, fault, missing, trials));
            }).toList());
        });
    }

    private static String name(Target target, Fault fault) {
        return target.title + ", " + fault.title;
    }

    private static List<Future<Rule.Verdict>> begin(Target target, Fault fault) {
        List<Future<Rule.Verdict>> trials = new ArrayList<>();
        for (int number = 0; number < MOMENTS; number++) {
            FaultScenario moment = FaultScenario.of(target, fault, number, SEED);
            trials.add(POOL.submit(() -> RULE.of(moment)));
        }
        return trials;
    }

    private static void end(Target target, Fault fault, String missing, List<Future<Rule.Verdict>> trials) throws Exception {
        if (missing != null) {
            TALLY.skipped(target, fault, missing);
            abort(missing);
        }
        List<Rule.Verdict> verdicts = new ArrayList<>();
        StringBuilder breaches = new StringBuilder();
        for (Future<Rule.Verdict> trial : trials) {
            Rule.Verdict verdict = trial.get();
            for (String breach : verdict.breaches()) breaches.append("\nmoment ").append(verdicts.size()).append(": ").append(breach);
            verdicts.add(verdict);
        }
        TALLY.add(target, fault, verdicts);
        if (breaches.length() > 0) fail(name(target, fault) + ", -Dfaults.seed=" + SEED + breaches);
    }

    @AfterAll
    static void table() throws IOException {
        POOL.shutdown();
        System.out.println(TALLY.table());
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("faults.md"), TALLY.table());
    }
}
