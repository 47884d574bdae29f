package timemory.tools.merge;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import timemory.export.ranks.MergedProcess;
import timemory.export.wire.internal.WireFiles;
import timemory.export.wire.internal.WireFiles.Begin;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;

/** The results of one process, or of several that were merged before, in one file or in one for each component. */
public final class Input {

    /** What messages call it. */
    private final Path path;

    private final List<Path> files;

    /** What its begin says; none where it is not a file of everything that this library writes. */
    private Begin begin;

    /** The rank of its process, or what is added to the ranks of its processes. */
    private int rank;

    Input(Path path, List<Path> files) {
        this.path = path;
        this.files = files;
    }

    /**
     * Reads what stands before its numbers.
     *
     * @throws IOException with the rest of a sentence that begins with its name
     */
    public void readBegin() throws IOException {
        if (files.size() != 1 || !ResultFiles.mayBeWhole(files.get(0))) {
            return;
        }
        begin = ResultFiles.reading(files.get(0), content -> WireFiles.begin(ResultFiles.sourceOf(content)));
    }

    /** Whether it can be merged as it is read, and need not be made into objects before. */
    public boolean isWire() {
        return begin != null && begin.isWire();
    }

    public int processCount() {
        return begin == null ? 1 : begin.getProcessCount();
    }

    public List<MergedProcess> processes() {
        return begin == null ? List.of() : begin.getProcesses();
    }

    /** The rank that its only process says it has; -1 where it does not. */
    public int ownRank() {
        return processCount() == 1 && processes().size() == 1 ? processes().get(0).getRank() : -1;
    }

    /** The highest rank that it gives its processes. */
    public int highestRank() {
        int highest = processCount() - 1;
        for (MergedProcess process : processes()) {
            highest = Math.max(highest, process.getRank());
        }
        return highest;
    }

    /** Its files. */
    public List<Path> files() {
        return files;
    }

    public int rank() {
        return rank;
    }

    public void becomeRank(int rank) {
        this.rank = rank;
    }

    /** How many bytes its files have; 0 of what is no file. */
    public long size() {
        long size = 0;
        for (Path file : files) {
            try {
                size += Files.isRegularFile(file) ? Files.size(file) : 0;
            } catch (IOException unreadable) {
                return size; // reading it says so
            }
        }
        return size;
    }

    /** Its content, to be closed. */
    public InputStream open() throws IOException {
        return open(none -> {});
    }

    /** Its content, to be closed; {@code read} gets how many bytes each read took of the file. */
    public InputStream open(LongConsumer read) throws IOException {
        return ResultFiles.plainContent(new FilterInputStream(Files.newInputStream(files.get(0))) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = super.read(into, offset, length);
                read.accept(Math.max(0, count));
                return count;
            }
        });
    }

    /**
     * Its results as objects.
     *
     * @throws IOException with a message that names the file and says what is wrong with it
     */
    public Results read() throws IOException {
        return ResultFiles.readRun(files);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
