package timemory.agent;

import timemory.agent.lines.Lines;
import timemory.agent.weave.BlockProbe;

/** Assigns numbers to the lines of one function. */
final class LineSites implements BlockProbe {
    private final Lines lines;
    private final Lines.Function function;

    LineSites(Lines lines, Lines.Function function) {
        this.lines = lines;
        this.function = function;
    }

    @Override
    public boolean hasLoops() {
        return false;
    }

    @Override
    public boolean hasCallSites() {
        return false;
    }

    @Override
    public boolean hasLines() {
        return true;
    }

    @Override
    public int loop(int line, int ordinal) {
        throw new IllegalStateException("loops are not measured with lines");
    }

    @Override
    public int callSite(String owner, String name, String descriptor, int line) {
        return -1;
    }

    @Override
    public int line(int line) {
        return lines.line(function, line);
    }
}
