package timemory.tools.read;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import timemory.ComponentType;
import timemory.Components;
import timemory.results.Results;
import timemory.export.data.ResultsBuilder;
import timemory.export.data.internal.ByteSource;
import timemory.tools.io.Progress;

/**
 * Reads results from files, of this version or another, of timemory for C++, and of other tools. What a file is, its content says and not
 * its name; files compressed by gzip are read as well.
 *
 * <p>A file is read as it goes, and only the regions are kept: at most as many as there is memory for, whatever the file claims to hold.
 */
public final class ResultFiles {

    /** Bytes that a region is thought to take, with its label. */
    private static final long BYTES_OF_A_NODE = 700;

    /** The readers, in the order in which they are asked whether a file is theirs. */
    private static final List<FileReader> READERS =
            List.of(new TimemoryJson(), new TimemoryXml(), new SpeedscopeFile(), new CaliperFile(), new ChromeTraceFile(), new CsvFile(),
                    new CollapsedFile(), new PprofFile(), new PerfettoFile());

    private static final int BEGIN = 8192;

    private ResultFiles() {}

    /** Reads the results at {@code path} without reporting other runs. */
    public static Results read(Path path) throws IOException {
        return read(path, none -> {});
    }

    /**
     * The results in {@code path}: a file, or a directory, of whose runs it is the one that was written last.
     *
     * @param others gets a sentence that names the other runs in the directory
     * @throws IOException with a message that names the file and says what is wrong with it
     */
    public static Results read(Path path, Consumer<String> others) throws IOException {
        return readRun(filesOf(path, others));
    }

    /**
     * The files that {@link #read} reads for {@code path}.
     *
     * @throws IOException with a message that names the directory, where there are none in it
     */
    public static List<Path> filesOf(Path path, Consumer<String> others) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        Optional<RunListing.Run> newest = RunListing.newest(path, others);
        if (newest.isEmpty()) {
            List<String> below = directoriesWithResults(path);
            String where = below.isEmpty() ? ": no file results.timemory.json, results.tmy, NAME.tree.json or NAME.json"
                    : ", but below it: name " + String.join(" or ", below);
            throw new IOException(path + ": no results in this directory" + where);
        }
        return newest.get().files();
    }

    /**
     * The files of each run in {@code path}: of a file, that one; of a directory with results, the run written last, or all of them; of one with
     * directories of results in it, the run in each of them.
     *
     * @param all whether all runs in a directory are meant
     * @param others as {@link #filesOf} has it
     */
    public static List<List<Path>> runsOf(Path path, boolean all, Consumer<String> others) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(List.of(path));
        }
        List<List<Path>> runs = new ArrayList<>();
        List<RunListing.Run> there = RunListing.each(path);
        if (all) {
            there.forEach(run -> runs.add(run.files()));
        }
        if (there.isEmpty()) {
            for (String directory : directoriesWithResults(path)) {
                runs.addAll(runsOf(Path.of(directory), all, others));
            }
        }
        return runs.isEmpty() ? List.of(filesOf(path, others)) : runs;
    }

    /**
     * The results in the files of one run.
     *
     * @throws IOException with a message that names the file and says what is wrong with it
     */
    public static Results readRun(List<Path> files) throws IOException {
        Results results = readFiles(files);
        return files.size() == 1 ? results : inUsualOrder(results);
    }

    /**
     * The results in {@code content}, which is not known to be anything.
     *
     * @param name what messages call it
     * @throws IOException with a message that begins with that name and says what is wrong with it
     */
    public static Results read(InputStream content, String name) throws IOException {
        ResultsBuilder results = new ResultsBuilder(maxNodes());
        try (InputStream marked = new BufferedInputStream(content, 65_536)) {
            read(marked, results);
            return results.build();
        } catch (StackOverflowError | Exception failure) {
            throw new IOException(name + ": " + reasonOf(failure), failure);
        } catch (OutOfMemoryError exception) {
            throw new IOException(name + ": needs more memory: raise the heap size (-Xmx)", exception);
        }
    }

    private static List<String> directoriesWithResults(Path path) throws IOException {
        List<String> found = new ArrayList<>();
        try (var listing = Files.list(path)) {
            for (Path below : listing.filter(Files::isDirectory).sorted().toList()) {
                if (Files.isReadable(below) && !RunListing.of(below).isEmpty()) {
                    found.add(below.toString());
                }
            }
        }
        return found;
    }

    /** Files are in a directory by name; components are in the order of listings, elapsed time first. */
    private static Results inUsualOrder(Results results) {
        List<ComponentType<?>> known = Components.getAll();
        List<String> ids = new ArrayList<>(results.getGraphs().stream().map(graph -> graph.getType().getId()).toList());
        ids.sort(Comparator.comparingInt(id -> {
            int at = known.indexOf(Components.find(id));
            return at < 0 ? known.size() : at;
        }));
        return results.only(ids);
    }

    private static Results readFiles(List<Path> files) throws IOException {
        ResultsBuilder results = new ResultsBuilder(maxNodes());
        for (Path file : files) {
            readInto(file, results);
        }
        return results.build();
    }

    static int maxNodes() {
        return (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / BYTES_OF_A_NODE);
    }

    /**
     * Of {@code all} the files that have everything; otherwise of each component one: its tree where there is one, since the flat file
     * knows less.
     */
    public static List<Path> ofComponents(List<Path> all) {
        for (String ending : List.of(".timemory.json", ".tmy")) {
            List<Path> whole = all.stream().filter(file -> isVisible(file, ending)).toList();
            if (!whole.isEmpty()) {
                return whole;
            }
        }
        Map<String, Path> byName = new LinkedHashMap<>();
        for (String ending : List.of(".tree.json", ".json")) {
            for (Path file : all) {
                String plain = file.getFileName().toString();
                plain = plain.endsWith(".gz") ? plain.substring(0, plain.length() - 3) : plain;
                if (plain.endsWith(ending) && !plain.startsWith(".") && isComponent(plainName(file))) {
                    byName.putIfAbsent(plainName(file), file);
                }
            }
        }
        return List.copyOf(byName.values());
    }

    /** Whether it is {@code results.timemory.json} or {@code results.tmy}, by its name. */
    static boolean isWhole(Path file) {
        return isVisible(file, ".timemory.json") || isWire(file);
    }

    /** Whether it is {@code results.tmy}, by its name. */
    public static boolean isWire(Path file) {
        return isVisible(file, ".tmy");
    }

    private static boolean isVisible(Path file, String ending) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && (name.endsWith(ending) || name.endsWith(ending + ".gz"));
    }

    /** The name without its endings. */
    static String plainName(Path file) {
        String name = file.getFileName().toString();
        for (String ending : List.of(".gz", ".json", ".tree")) {
            name = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
        }
        return name;
    }

    private static boolean isComponent(String name) {
        return !name.matches(".*metadata(-\\d+)?") && List.of(".flamegraph", ".speedscope", ".cali").stream().noneMatch(name::endsWith);
    }

    private static void readInto(Path file, ResultsBuilder results) throws IOException {
        reading(file, content -> {
            read(content, results);
            return results;
        });
    }

    /** What makes something of the content of a file. */
    public interface Reading<T> {
        T read(InputStream content) throws Exception;
    }

    /**
     * What {@code reading} makes of {@code file}.
     *
     * @throws IOException with a message that names the file and says what is wrong with it
     */
    public static <T> T reading(Path file, Reading<T> reading) throws IOException {
        try {
            requireEnd(file);
            try (Progress progress = new Progress("reading " + file.getFileName(), Files.size(file));
                    InputStream raw = new BufferedInputStream(progress.watched(Files.newInputStream(file)), 65_536);
                    InputStream content = plain(raw)) {
                return reading.read(content);
            }
        } catch (StackOverflowError | Exception failure) {
            throw new IOException(file + ": " + reasonOf(failure), failure);
        } catch (OutOfMemoryError exception) {
            // What was read so far is garbage now. Readers bound what they keep, but not what is below them keeps for a token.
            throw new IOException(file + ": needs more memory: raise the heap size (-Xmx)", exception);
        }
    }

    /** Why a file cannot be read: the rest of a sentence that begins with its name. */
    public static @Nullable String reasonOf(Throwable failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileSystemException wrong) {
            return wrong.getReason() == null ? "cannot be read" : wrong.getReason();
        }
        if (failure instanceof StackOverflowError) {
            return "is nested more deeply than can be read";
        }
        // Ours say what is wrong with the file; those of others what is wrong with our reading.
        boolean isOurs = isOurs(failure);
        if (failure instanceof EOFException || failure instanceof ZipException) {
            return isOurs ? failure.getMessage() : "is gzip-compressed and damaged or truncated";
        }
        boolean isKnown = failure instanceof IOException || isOurs && failure instanceof IllegalArgumentException
                || isOurs && !(failure instanceof RuntimeException);
        return isKnown && failure.getMessage() != null ? failure.getMessage() : DAMAGED;
    }

    private static final String DAMAGED = "is damaged: its parts are inconsistent";

    private static boolean isOurs(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        return failure.getMessage() != null && trace.length > 0 && trace[0].getClassName().startsWith("timemory.");
    }

    /** Refuses files without an end, or that wait for a writer: devices, and pipes except those that this process inherited open. */
    private static void requireEnd(Path file) throws IOException {
        if (Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            return;
        }
        String name = file.toString().replaceFirst("^/dev/stdin$", "/dev/fd/0").replaceFirst("^/dev/fd/", "/proc/self/fd/");
        boolean isGiven = name.matches("/proc/self/fd/\\d+") && Files.readSymbolicLink(Path.of(name)).toString().startsWith("pipe:");
        if (!isGiven) {
            throw new IOException("is not a results file but a " + (Files.isDirectory(file) ? "directory" : "pipe or device")
                    + ". Read a pipe as /dev/stdin");
        }
    }

    private static void read(InputStream content, ResultsBuilder results) throws IOException {
        content.mark(BEGIN);
        String begin = new String(content.readNBytes(BEGIN), java.nio.charset.StandardCharsets.UTF_8);
        content.reset();
        for (FileReader reader : READERS) {
            if (reader.isOfKind(begin)) {
                reader.read(content, results);
                return;
            }
        }
        throw new IOException(begin.isBlank()
                ? "is empty"
                : "has an unknown format; supported: timemory's JSON, XML and CSV, speedscope, Caliper json-split, Chrome "
                        + "trace, collapsed stacks, pprof, Perfetto");
    }

    /** Whether the start of {@code file} can be read without taking bytes away from other readers, as reading a pipe would. */
    public static boolean mayBeWhole(Path file) {
        return Files.isRegularFile(file);
    }

    /** {@code content} as a source of bytes. */
    public static ByteSource sourceOf(InputStream content) {
        return (into, offset) -> content.read(into, offset, into.length - offset);
    }

    /** The content of {@code file}, unpacked where it is compressed. */
    public static InputStream plainContent(Path file) throws IOException {
        return plainContent(Files.newInputStream(file));
    }

    /** {@code raw}, unpacked where it is compressed; closed where it cannot be. */
    public static InputStream plainContent(InputStream raw) throws IOException {
        try {
            return plain(new BufferedInputStream(raw, 65_536));
        } catch (IOException failure) {
            raw.close();
            throw failure;
        }
    }

    private static InputStream plain(InputStream raw) throws IOException {
        raw.mark(2);
        boolean isCompressed = raw.read() == 0x1F && raw.read() == 0x8B;
        raw.reset();
        if (!isCompressed) {
            return raw;
        }
        try {
            return new BufferedInputStream(new GZIPInputStream(raw, 65_536), 65_536);
        } catch (ZipException exception) {
            throw new IOException("is truncated gzip: " + exception.getMessage(), exception);
        }
    }
}
