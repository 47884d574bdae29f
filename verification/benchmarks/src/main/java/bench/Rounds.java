package bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs all cases in turn, round after round, and compares those of one round: temporary slowdowns then affect both sides of a ratio.
 */
final class Rounds {

    /** How often cases run per round if their difference is smaller than the variation between runs. */
    static final int FINE_REPETITIONS = 3;

    private final List<Row> rows;
    private final Case.Effort effort;
    private final Map<Case, List<Map<String, Double>>> measured = new HashMap<>();

    Rounds(List<Row> rows, Case.Effort effort) {
        this.rows = rows;
        this.effort = effort;
    }

    List<Row.Result> run() throws IOException, InterruptedException {
        Set<Case> fine = new LinkedHashSet<>();
        Set<Case> cases = new LinkedHashSet<>();
        for (Row row : rows) {
            addCases(row, row.isFine() ? fine : cases);
        }
        cases.removeAll(fine);
        for (int round = 1; round <= effort.rounds(); round++) {
            String progress = "round " + round + " of " + effort.rounds();
            for (int repetition = 0; repetition < FINE_REPETITIONS; repetition++) {
                runAll(fine, progress + ", fine differences");
            }
            runAll(cases, progress);
        }
        progress("");
        return rows.stream().map(this::result).toList();
    }

    private static void addCases(Row row, Set<Case> cases) {
        if (row.baseline() != null) {
            cases.add(row.baseline());
        }
        cases.add(row.subject());
    }

    private void runAll(Set<Case> cases, String progress) throws IOException, InterruptedException {
        int done = 0;
        for (Case each : cases) {
            progress(progress + ", case " + ++done + " of " + cases.size());
            measured.computeIfAbsent(each, first -> new ArrayList<>()).add(each.run(effort));
        }
    }

    private static void progress(String text) {
        if (System.console() != null) {
            System.err.printf("\r%-60s%s", text, text.isEmpty() ? "\r" : "");
        }
    }

    private Row.Result result(Row row) {
        List<Double> times = times(row.subject(), row.value());
        List<Double> baseline = row.baseline() == null ? null : times(row.baseline(), Case.TIME);
        List<Double> figures = new ArrayList<>();
        for (int round = 0; round < times.size(); round++) {
            double time = times.get(round);
            figures.add(
                    switch (row.kind()) {
                        case RATIO -> time / baseline.get(round);
                        case MORE -> time - baseline.get(round);
                        default -> time;
                    });
        }
        Double bytes = measured.get(row.subject()).get(0).get(Case.BYTES);
        return new Row.Result(row, figures, median(times), baseline == null ? null : median(baseline), bytes);
    }

    private List<Double> times(Case subject, String value) {
        return measured.get(subject).stream()
                .map(results -> Case.Processes.firstOf(results, value))
                .toList();
    }

    static double median(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
