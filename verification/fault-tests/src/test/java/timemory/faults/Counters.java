package timemory.faults;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How many laps a program has started and completed, in a file that it maps and shares with the tests: the last values are there however it
 * ends, and writing them needs neither a descriptor nor a disk.
 *
 * <p>64-bit numbers: the {@link State}, then the started and completed laps of the first thread, of the second one, and so on.
 */
final class Counters {
    static final int BYTES = 4096;
    static final int THREADS = 16;

    private static final VarHandle NUMBERS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer buffer;

    /** The state of the program. */
    enum State {
        STARTING,
        MEASURING,
        /** Results are written from now on. */
        WRITING
    }

    Counters(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES).order(ByteOrder.nativeOrder());
        }
    }

    void reached(State state) {
        set(0, state.ordinal());
    }

    boolean hasReached(State state) {
        return get(0) >= state.ordinal();
    }

    void begun(int thread) {
        increment(1 + 2 * thread);
    }

    void done(int thread) {
        increment(2 + 2 * thread);
    }

    /** Started laps of all threads. */
    long begun() {
        return sum(1);
    }

    /** Laps of all threads that were done. */
    long done() {
        return sum(2);
    }

    private long sum(int first) {
        long sum = 0;
        for (int thread = 0; thread < THREADS; thread++) sum += get(first + 2 * thread);
        return sum;
    }

    /** Each number is written by one thread. */
    private void increment(int index) {
        set(index, get(index) + 1);
    }

    private long get(int index) {
        return (long) NUMBERS.getAcquire(buffer, index * Long.BYTES);
    }

    private void set(int index, long value) {
        NUMBERS.setRelease(buffer, index * Long.BYTES, value);
    }
}
