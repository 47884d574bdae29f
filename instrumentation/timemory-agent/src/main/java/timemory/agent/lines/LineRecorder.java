package timemory.agent.lines;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.bundle.Bundle;

/**
 * Measures lines: each is a region of flat scope from when control reaches it until it goes to another line of the same call of the
 * function.
 *
 * <p>A thread counts its open calls of each function, and its open laps of each line, to detect what recursion would measure twice.
 *
 * <p>May be used by any number of threads.
 */
public final class LineRecorder {
    private final Lines lines;

    /** For this measurement: the next one, after attaching again, has its own. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<Active> active = new ThreadLocal<>() {
        @Override
        protected Active initialValue() {
            return new Active();
        }
    };

    public LineRecorder(Lines lines) {
        this.lines = lines;
    }

    /** The lines to measure. */
    public Lines lines() {
        return lines;
    }

    /** A call of a function starts; the returned object ends it, {@code null} if the function is not measured. */
    public @Nullable Object enter(int number) {
        Lines.Function function = lines.function(number);
        return function == null ? null : new Call(active.get(), function);
    }

    /** A line starts in {@code call}, and the previous one ends; -1 for none. */
    public void line(Object call, int line) {
        if (line < 0) ((Call) call).end();
        else((Call) call).begin(lines.line(line));
    }

    /** How often this thread is in each function and line. */
    private static final class Active {
        private int[] functions = new int[64];
        private int[] lines = new int[1024];

        /** Reserves room, so that the counts can be changed without calling anything. */
        void reserveFunction(int number) {
            if (number >= functions.length) functions = Arrays.copyOf(functions, Math.max(number + 1, 2 * functions.length));
        }

        void reserveLine(int number) {
            if (number >= lines.length) lines = Arrays.copyOf(lines, Math.max(number + 1, 2 * lines.length));
        }
    }

    /**
     * A call of a function that has not ended.
     *
     * <p>Any call made here may overflow the stack. So counts are changed after the last call or before the first: they stay correct
     * whatever happens to a lap.
     */
    private static final class Call implements OpenRegion {
        private final Active active;
        private final Lines.Function function;
        private final boolean isInner;
        private Lines.@Nullable Line line;
        private @Nullable OpenRegion region;

        Call(Active active, Lines.Function function) {
            this.active = active;
            this.function = function;
            active.reserveFunction(function.number);
            isInner = active.functions[function.number]++ > 0;
        }

        void begin(Lines.Line next) {
            end();
            active.reserveLine(next.number);
            boolean isRepeated = active.lines[next.number] > 0;
            Bundle bundle = function.bundle;
            if (bundle == null) return; // for classes that are used later
            region = bundle.open(isRepeated ? next.repeatedLabel : isInner ? next.innerLabel : next.label);
            line = next;
            active.lines[next.number]++;
        }

        void end() {
            Lines.Line ended = line;
            OpenRegion open = region;
            if (ended == null || open == null) return;
            active.lines[ended.number]--;
            line = null;
            open.close();
        }

        @Override
        public void close() {
            active.functions[function.number]--;
            end();
        }
    }
}
