package timemory.tools.merge;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.export.ranks.MergedProcess;
import timemory.export.wire.internal.WireFiles;
import timemory.export.wire.internal.WireFiles.Begin;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;
import timemory.tools.read.RunListing;

/** The results of one process, or of several that were merged before, in one file or in one for each component. */
public final class Input {

    /** What messages call it. */
    private final Path path;

    private final List<Path> files;

    private static final int BEGIN = 8192;
    private static final Pattern PROCESS_COUNT = Pattern.compile("process_count\"?\\s*[:>]\\s*(\\d{1,9})");

    /** What its start says; none where it is not a file of everything that this library writes. */
    private @Nullable Begin begin;

    /** How many processes it is of where it has no such begin. */
    private int countOfOthers = 1;

    /** The rank of its process, or what is added to the ranks of its processes. */
    private int rank;

    Input(Path path, List<Path> files) {
        this.path = path;
        this.files = files;
    }

    /**
     * Reads the part before its numbers.
     *
     * @throws IOException with the rest of a sentence that begins with its name
     */
    public void readBegin() throws IOException {
        if (!ResultFiles.mayBeWhole(files.get(0))) {
            return;
        }
        if (files.size() == 1) {
            begin = ResultFiles.reading(files.get(0), content -> Optional.ofNullable(WireFiles.begin(ResultFiles.sourceOf(content))))
                    .orElse(null);
        }
        if (begin == null) {
            countOfOthers = ResultFiles.reading(files.get(0), content -> processCountIn(content.readNBytes(BEGIN)));
        }
    }

    /** As JSON and XML of timemory say it before their regions, and CSV with each of them. */
    private static int processCountIn(byte[] bytes) {
        String begin = new String(bytes, StandardCharsets.UTF_8);
        if (begin.startsWith("metric,unit,")) {
            return processCountInRows(begin.substring(0, Math.max(0, begin.lastIndexOf("\r\n"))).split("\r\n"));
        }
        Matcher count = PROCESS_COUNT.matcher(begin);
        return count.find() ? Math.max(1, Integer.parseInt(count.group(1))) : 1;
    }

    /** Counted from the end of each row, as labels are before that and may have commas. */
    private static int processCountInRows(String[] rows) {
        List<String> names = List.of(rows[0].split(","));
        int fromEnd = names.size() - names.indexOf("processes");
        for (int i = 1; i < rows.length; i++) {
            String[] fields = rows[i].split(",", -1);
            String count = fromEnd > fields.length ? "" : fields[fields.length - fromEnd];
            if (names.contains("processes") && count.matches("[1-9]\\d{0,8}")) {
                return Integer.parseInt(count);
            }
        }
        return 1;
    }

    /** Whether it can be merged as it is read, and need not be made into objects before. */
    public boolean isWire() {
        return begin != null && begin.isWire();
    }

    public int processCount() {
        return begin == null ? countOfOthers : begin.getProcessCount();
    }

    public List<MergedProcess> processes() {
        return begin == null ? List.of() : begin.getProcesses();
    }

    /** The rank that its only process says it has; -1 where it does not. */
    public int ownRank() {
        return processCount() == 1 && processes().size() == 1 ? processes().get(0).getRank() : -1;
    }

    /** How many ranks the job has that its process is one of, as the file or the folder says; 0 if that is not known. */
    public int jobSize() {
        if (processCount() != 1) {
            return 0;
        }
        if (begin != null && begin.getJobSize() > 0) {
            return begin.getJobSize();
        }
        try {
            Path folder = files.get(0).toAbsolutePath().getParent();
            return folder == null ? 0 : Math.max(0, RunListing.ranksOf(folder));
        } catch (IOException ignored) {
            return 0; // reading it says so
        }
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

    /** How many bytes its files have; 0 if it is not a file. */
    public long size() {
        long size = 0;
        for (Path file : files) {
            try {
                size += Files.isRegularFile(file) ? Files.size(file) : 0;
            } catch (IOException unused) {
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
