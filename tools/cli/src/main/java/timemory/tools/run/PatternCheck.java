package timemory.tools.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import timemory.agent.option.AgentOptions;
import timemory.agent.scan.FunctionScan;
import timemory.agent.select.FunctionPattern;
import timemory.agent.select.Selection;

/** Finds patterns that no function of a program matches, before it runs. */
final class PatternCheck {
    private PatternCheck() {}

    /**
     * Looks at the class path until each pattern that includes has matched.
     *
     * @throws IllegalArgumentException where one matches nothing
     */
    static void refuseWhatMatchesNothing(Target target, AgentOptions options) throws IOException {
        List<FunctionPattern> unmatched = new ArrayList<>(options.selection.include);
        if (unmatched.isEmpty() || target.classPath().isEmpty()) return;
        FunctionScan scan = new FunctionScan(new Selection(options.selection, target.program()));
        int[] functions = {0};
        scan.visit(target.classPath(), (method, verdict) -> {
            functions[0]++;
            unmatched.removeIf(pattern -> pattern.matches(method));
            return !unmatched.isEmpty();
        });
        if (unmatched.isEmpty()) return;
        throw new IllegalArgumentException(String.format(
                "the pattern '%s' matches none of the %,d functions on the class path (--print-available lists them; --no-check runs "
                        + "the program anyway)",
                unmatched.get(0), functions[0]));
    }
}
