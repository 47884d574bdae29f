package timemory.tools.merge;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.export.data.UnreadableResultsException;
import timemory.export.wire.internal.WireFiles;
import timemory.export.wire.internal.WireFiles.BrokenFileException;
import timemory.export.wire.internal.WireFiles.Part;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.tools.io.Progress;
import timemory.tools.read.ResultFiles;

/**
 * Merges any number of results with all cores.
 *
 * <p>Inputs are merged in blocks of {@value #BLOCK}, one after the other in their order, and what comes of the blocks two by two in a tree
 * whose shape depends on their number alone. So sums are the same to the last bit however many threads there are and whichever is first;
 * and what is held in memory is a union of call graphs for each thread, and one for each level of the tree.
 */
public final class BlockMerge {

    /** How many inputs are merged at once. Another number gives other sums, in their last digits. */
    public static final int BLOCK = 64;

    /** What to say where memory is short. */
    public static final String NO_MEMORY = "not enough memory for the merged results: give Java more "
            + "(JAVA_TOOL_OPTIONS=-Xmx4g), or lower --max-nodes";

    /** When inputs that had to be made into objects are merged, in bytes. */
    private static final long MAX_PENDING = 16L << 20;

    private final List<Input> inputs;
    private final int maxNodes;
    private final boolean isKept;
    private final boolean isStrict;
    private final @Nullable UnaryOperator<Results> change;

    /** How many bytes were read. */
    private final AtomicLong done = new AtomicLong();
    private final ConcurrentSkipListMap<Integer, String> broken = new ConcurrentSkipListMap<>();
    private final OpenFiles openFiles = new OpenFiles();
    private final Joined joined;

    /**
     * @param maxNodes how many nodes a component may have
     * @param isKept whether the values of each process are kept
     * @param isStrict whether to stop at what cannot be read
     * @param change what is made of each before it is merged, {@code null} for nothing
     */
    public BlockMerge(List<Input> inputs, int maxNodes, boolean isKept, boolean isStrict, @Nullable UnaryOperator<Results> change) {
        this.inputs = inputs;
        this.maxNodes = maxNodes;
        this.isKept = isKept;
        this.isStrict = isStrict;
        this.change = change;
        joined = new Joined();
    }

    /** What is wrong with the inputs that could not be read, in their order. */
    public List<String> broken() {
        return List.copyOf(broken.values());
    }

    /**
     * All inputs as one, in the wire form; {@code null} where none could be read.
     *
     * @throws IOException with a message that names the file and says what is wrong, where that is to stop everything
     */
    public byte @Nullable [] merge(int workers) throws IOException, InterruptedException {
        loadClasses();
        if (inputs.size() > BLOCK) {
            GcTuning.set();
        }
        ExecutorService pool = Executors.newFixedThreadPool(workers, task -> {
            Thread thread = new Thread(task, "timemory-merge");
            thread.setDaemon(true);
            return thread;
        });
        List<Future<?>> blocks = new ArrayList<>();
        long size = inputs.stream().mapToLong(Input::size).sum();
        try (Progress progress = new Progress("merging " + inputs.size() + " results", size)) {
            for (int from = 0; from < inputs.size(); from += BLOCK) {
                int begin = from;
                blocks.add(pool.submit(() -> {
                    joined.add(begin / BLOCK, mergeBlock(begin, Math.min(begin + BLOCK, inputs.size())));
                    return null;
                }));
            }
            for (Future<?> block : blocks) {
                await(block, progress);
            }
        } finally {
            pool.shutdownNow();
        }
        return joined.all();
    }

    /** Has what merges loaded while files can be opened: classes come from files too, and threads are about to open as many as they may. */
    private static void loadClasses() throws IOException {
        ResultsBuilder one = new ResultsBuilder();
        GraphBuilder graph = one.graph(new Metric("laps", "laps", "", Binding.WALL, List.of()));
        graph.record(graph.node(null, "region"), 1, 0, null, List.of());
        byte[] results = WireFiles.encode(one.build(), 0);
        List<Part> twice = List.of(new Part(WireFiles.sourceOf(results), 0), new Part(WireFiles.sourceOf(results), 1));
        try {
            WireFiles.merge(twice, 1);
        } catch (BrokenFileException | UnreadableResultsException failure) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    private void await(Future<?> block, Progress progress) throws IOException, InterruptedException {
        while (true) {
            try {
                block.get(100, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException ignored) {
                progress.reached(done.get());
            } catch (ExecutionException failure) {
                if (failure.getCause() instanceof IOException wrong) {
                    throw wrong;
                }
                if (failure.getCause() instanceof OutOfMemoryError) {
                    throw new IOException(NO_MEMORY, failure);
                }
                throw new IllegalStateException("merging failed: " + failure.getCause(), failure);
            }
        }
    }

    /** Inputs {@code from} to {@code until} as one; {@code null} where none could be read. */
    private byte @Nullable [] mergeBlock(int from, int until) throws IOException {
        byte[] merged = null;
        List<Integer> streams = new ArrayList<>();
        List<byte @Nullable []> encoded = new ArrayList<>();
        long pending = 0;
        for (int i = from; i < until; i++) {
            byte[] bytes = null;
            if (!inputs.get(i).isWire() || change != null) {
                bytes = encode(i);
                if (bytes == null) {
                    continue;
                }
            }
            streams.add(i);
            encoded.add(bytes);
            pending += bytes == null ? 0 : bytes.length;
            if (pending > MAX_PENDING) {
                merged = mergeOnto(merged, streams, encoded);
                streams.clear();
                encoded.clear();
                pending = 0;
            }
        }
        return streams.isEmpty() ? merged : mergeOnto(merged, streams, encoded);
    }

    private byte @Nullable [] encode(int index) throws IOException {
        Input input = inputs.get(index);
        try {
            Results results = read(input);
            byte[] bytes =
                    WireFiles.encode(change == null ? results : change.apply(results), input.processCount() == 1 ? input.rank() : -1);
            done.addAndGet(input.size());
            return bytes;
        } catch (IOException failure) {
            note(index, String.valueOf(failure.getMessage()), failure);
            return null;
        }
    }

    private Results read(Input input) throws IOException {
        while (true) {
            try {
                return input.read();
            } catch (IOException exception) {
                if (!openFiles.isTooMany(exception)) {
                    throw exception;
                }
                openFiles.await(input, exception);
            }
        }
    }

    private void note(int index, String sentence, Exception wrong) throws IOException {
        if (isStrict) {
            throw new IOException(sentence, wrong);
        }
        broken.put(index, sentence);
    }

    /**
     * {@code merged} with those of {@code streams} that can be read, in their order. Where the process may not open as many files at once,
     * a few are merged at a time: sums are the same.
     */
    private byte @Nullable [] mergeOnto(byte @Nullable [] merged, List<Integer> streams, List<byte @Nullable []> encoded)
            throws IOException {
        byte[] all = merged;
        boolean isChecked = false;
        int from = 0;
        while (from < streams.size()) {
            try (Parts parts = new Parts(all, isChecked)) {
                int until = from;
                while (until < streams.size() && parts.add(streams.get(until), encoded.get(until))) {
                    until++;
                }
                all = parts.merge();
                from = until;
            } catch (BrokenFileException ignored) {
                // Where one is broken others may be: all are read once, rather than all before each of them again.
                isChecked = true;
            }
        }
        return all;
    }

    /** What is merged at once: what was merged so far, and inputs, of which the files are open until it is closed. */
    private final class Parts implements AutoCloseable {
        private static final int SO_FAR = -1;

        private final byte @Nullable [] merged;
        private final boolean isChecked;
        private final List<Integer> numbers = new ArrayList<>();
        private final List<Part> parts = new ArrayList<>();
        private final List<InputStream> open = new ArrayList<>();

        /** @param isChecked whether files are read to their ends before they are merged */
        Parts(byte @Nullable [] merged, boolean isChecked) {
            this.merged = merged;
            this.isChecked = isChecked;
            if (merged != null) {
                parts.add(partOf(merged));
                numbers.add(SO_FAR);
            }
        }

        /** Adds input {@code number} unless it is broken; {@code false} where no more files can be open. */
        boolean add(int number, byte @Nullable [] bytes) throws IOException {
            Input input = inputs.get(number);
            if (broken.containsKey(number)) {
                return true;
            }
            if (bytes != null) {
                parts.add(new Part(WireFiles.sourceOf(bytes), input.rank(), isKept));
                numbers.add(number);
                return true;
            }
            try {
                if (isChecked) {
                    check(input);
                }
                InputStream content = input.open(done::addAndGet);
                open.add(content);
                parts.add(new Part(ResultFiles.sourceOf(content), input.rank(), isKept));
                numbers.add(number);
            } catch (IOException failure) {
                if (openFiles.isTooMany(failure)) {
                    if (open.isEmpty()) {
                        openFiles.await(input, failure);
                        return add(number, null);
                    }
                    return false;
                }
                note(number, input + ": " + ResultFiles.reasonOf(failure), failure);
            }
            return true;
        }

        private void check(Input input) throws IOException {
            try (InputStream content = input.open()) {
                WireFiles.check(ResultFiles.sourceOf(content));
            } catch (IOException exception) {
                throw exception;
            } catch (Exception exception) {
                throw new IllegalStateException(input + " cannot be read: " + exception, exception);
            }
        }

        /** All that was added as one; {@code null} where that is nothing. Notes the input that is broken where one is. */
        byte @Nullable [] merge() throws IOException, BrokenFileException {
            if (parts.size() == (merged == null ? 0 : 1)) {
                return merged;
            }
            try {
                return WireFiles.merge(parts, maxNodes);
            } catch (BrokenFileException exception) {
                int number = numbers.get(exception.getPart());
                if (number == SO_FAR) {
                    throw new IOException(exception.getMessage(), exception);
                }
                // Its constructor takes the cause.
                note(number, inputs.get(number) + ": " + ResultFiles.reasonOf(Objects.requireNonNull(exception.getCause())), exception);
                throw exception;
            }
        }

        @Override
        public void close() throws IOException {
            for (InputStream content : open) {
                content.close();
            }
        }
    }

    private Part partOf(byte[] merged) {
        return new Part(WireFiles.sourceOf(merged), WireFiles.OWN_RANKS, isKept);
    }

    /** What came of blocks, joined as far as their neighbours are there. */
    private final class Joined {

        /** What is joined so far: its level in the tree, and in that its place, in one number. */
        private final TreeMap<Long, byte[]> waiting = new TreeMap<>();

        /** Adds block {@code number}, and joins it with its neighbour, that with its, and so on. */
        void add(int number, byte @Nullable [] block) throws IOException {
            byte[] bytes = block == null ? new byte[0] : block;
            int place = number;
            for (int level = 0;; level++) {
                byte[] neighbour;
                synchronized (this) {
                    neighbour = waiting.remove(keyOf(level, place ^ 1));
                    if (neighbour == null) {
                        waiting.put(keyOf(level, place), bytes);
                        return;
                    }
                }
                int second = (place | 1) << level;
                bytes = (place & 1) == 1 ? join(neighbour, bytes, second) : join(bytes, neighbour, second);
                place >>= 1;
            }
        }

        private static long keyOf(int level, int place) {
            return (long) level << 32 | place;
        }

        /** All blocks: those without a neighbour are joined from the last on. */
        byte @Nullable [] all() throws IOException {
            byte[] all = new byte[0];
            int second = 0;
            // A higher level is of blocks before those of a lower one.
            for (Map.Entry<Long, byte[]> some : waiting.entrySet()) {
                all = join(some.getValue(), all, second);
                second = (int) (long) some.getKey() << (int) (some.getKey() >> 32);
            }
            return all.length == 0 ? null : all;
        }

        /** @param number of the block with which {@code second} begins */
        private byte[] join(byte[] first, byte[] second, int number) throws IOException {
            if (first.length == 0 || second.length == 0) {
                return first.length == 0 ? second : first;
            }
            try {
                return WireFiles.merge(List.of(partOf(first), partOf(second)), maxNodes);
            } catch (BrokenFileException failure) {
                throw new IOException("the results cannot be merged: " + inputs.get(number * BLOCK) + " or one of those after it "
                        + failure.getMessage(), failure);
            }
        }
    }
}
