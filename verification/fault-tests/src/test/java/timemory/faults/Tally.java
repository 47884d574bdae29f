package timemory.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The outcomes of all trials, as a Markdown table. */
final class Tally {
    private final List<String> lines = new ArrayList<>();

    synchronized void add(Target target, Fault fault, List<Rule.Verdict> verdicts) {
        long[] outcomes = Arrays.stream(Rule.Outcome.values())
                .mapToLong(outcome -> verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count())
                .toArray();
        long held = outcomes[0] + outcomes[1];
        Object[] cells = {target.title, fault.title, verdicts.size(), held, outcomes[0], outcomes[1]};
        lines.add(String.format("| %s | %s | %d | %d | %d | %d |", cells));
    }

    synchronized void skipped(Target target, Fault fault, String reason) {
        lines.add(String.format("| %s | %s | skipped: %s | | | |", target.title, fault.title, reason));
    }

    synchronized String table() {
        return "| target | fault | moments tried | rule held | results complete | missing, and said so |\n|---|---|---:|---:|---:|---:|\n"
                + String.join("\n", lines) + "\n";
    }
}
