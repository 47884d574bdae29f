package timemory.nativecalls;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.counters.CounterKind;
import timemory.counters.CounterSet;
import timemory.counters.CounterSource;

/** Counts calls of native functions: for the counters, each function is an event. */
final class NativeCallKind implements CounterKind {

    static final NativeCallKind ONLY = new NativeCallKind();

    private NativeCallKind() {}

    /** Returns the source that counts these functions, which is shared by all threads and components. */
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
            // A cell consists of two numbers.
            cells[i] = Rewriter.cellOf(function) + (function.sum() == NativeFunction.Sum.NOTHING ? 0 : Long.BYTES);
        }
        return new Cells(Rewriter.cells().order(ByteOrder.nativeOrder()), cells);
    }

    /**
     * The counts of one thread. They change when the thread calls the functions, and are read only by that thread: nothing has to be
     * requested, or closed.
     */
    private static final class Cells implements CounterSet {
        private final ByteBuffer memory;
        private final int[] offsets;

        Cells(ByteBuffer memory, int[] offsets) {
            this.memory = memory;
            this.offsets = offsets;
        }

        /** The values after the counts stay 0: events do not take turns. */
        @Override
        public void read(long[] into) {
            for (int i = 0; i < offsets.length; i++) into[i] = memory.getLong(offsets[i]);
        }

        @Override
        public void close() {}
    }
}
