package timemory.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import timemory.agent.option.Labels;
import timemory.agent.select.MethodFacts;
import timemory.agent.weave.BlockProbe;

/** Assigns labels and numbers to the loops and the calls of one method. */
final class BlockProbeNumbering implements BlockProbe {
    private final MethodFacts method;
    private final boolean hasLoops;

    /** {@code null} if calls are not measured. */
    private final @Nullable CallSites callSites;

    private final ToIntFunction<String> newSite;
    private final Map<String, Integer> numbers = new HashMap<>();

    /** @param newSite creates a site with a label and returns its number */
    BlockProbeNumbering(MethodFacts method, boolean hasLoops, @Nullable CallSites callSites, ToIntFunction<String> newSite) {
        this.method = method;
        this.hasLoops = hasLoops;
        this.callSites = callSites;
        this.newSite = newSite;
    }

    @Override
    public boolean hasLoops() {
        return hasLoops;
    }

    @Override
    public boolean hasCallSites() {
        return callSites != null;
    }

    @Override
    public boolean hasLines() {
        return false;
    }

    @Override
    public int loop(int line, int ordinal) {
        String which = ordinal == 1 ? "" : " #" + ordinal;
        return numberOf("loop " + method.owner.name + '.' + method.name + Labels.place(method.owner.source, line) + which);
    }

    @Override
    public int callSite(String owner, String name, String descriptor, int line) {
        if (callSites == null) return -1;
        String label = callSites.labelOf(owner, name, descriptor, Labels.place(method.owner.source, line));
        return label == null ? -1 : numberOf(label);
    }

    @Override
    public int line(int line) {
        throw new IllegalStateException("lines are measured on their own");
    }

    private int numberOf(String label) {
        return numbers.computeIfAbsent(label, text -> newSite.applyAsInt(text));
    }
}
