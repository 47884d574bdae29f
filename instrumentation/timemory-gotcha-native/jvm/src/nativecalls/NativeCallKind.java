package timemory.nativecalls;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.counters.CounterKind;
import timemory.counters.CounterSet;
import timemory.counters.CounterSource;

/** Counts calls of native functions: in terms of counters, each function is an event. */
final class NativeCallKind implements CounterKind {

    static final NativeCallKind ONLY = new NativeCallKind();

    private NativeCallKind() {}

    /** What counts these functions, of which there is one for all threads and components. */
    static CounterSource sourceOf(String... functions) {
        if (functions.length == 0) throw new IllegalArgumentException("no native function is named");
        for (String function : functions) NativeFunction.of(function);
        return CounterSource.Companion.of(ONLY, List.of(functions));
    }

    /** Known once one was tried: until then no library is loaded. */
    @Override
    public @Nullable String getUnavailable() {
        return null;
    }

    @Override
    public String getEvent() {
        return "native function";
    }

    @Override
    public String getHint() {
        return "name functions, such as libz.so.1:inflate, read/result";
    }

    @Override
    public CounterSet open(List<String> functions) {
        int[] cells = new int[functions.size()];
        for (int i = 0; i < cells.length; i++) {
            NativeFunction function = NativeFunction.of(functions.get(i));
            // A cell is two numbers.
            cells[i] = Rewriter.cellOf(function) + (function.sum() == NativeFunction.Sum.NOTHING ? 0 : Long.BYTES);
        }
        return new Cells(Rewriter.cells().order(ByteOrder.nativeOrder()), cells);
    }

    /** What one thread counts. It changes as the thread calls, and is read by that thread alone: nothing has to be asked for, or closed. */
    private static final class Cells implements CounterSet {
        private final ByteBuffer memory;
        private final int[] offsets;

        Cells(ByteBuffer memory, int[] offsets) {
            this.memory = memory;
            this.offsets = offsets;
        }

        /** What follows the counts stays 0: none of them takes turns with others. */
        @Override
        public void read(long[] into) {
            for (int i = 0; i < offsets.length; i++) into[i] = memory.getLong(offsets[i]);
        }

        @Override
        public void close() {}
    }
}
