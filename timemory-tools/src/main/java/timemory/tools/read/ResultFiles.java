package timemory.tools.read;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import timemory.ComponentType;
import timemory.Components;
import timemory.Results;
import timemory.ResultsBuilder;
import timemory.tools.Progress;

/**
 * Reads results from files, of this version or another, of timemory for C++, and of other tools. What a file is, its content tells and not
 * its name; files compressed by gzip are read as well.
 *
 * <p>A file is read as it goes, and only the regions are kept: at most as many as there is memory for, whatever the file claims to hold.
 */
public final class ResultFiles {

    /** Bytes that a region is thought to take, with its label. */
    private static final long BYTES_OF_A_NODE = 700;

    /** The readers, in the order in which they are asked whether a file is theirs. */
    private static final List<FileReader> READERS =
            List.of(new TimemoryJson(), new TimemoryXml(), new SpeedscopeFile(), new CaliperFile(), new ChromeTraceFile(), new CsvFile(), new CollapsedFile(), new PprofFile(), new PerfettoFile());

    private static final int BEGIN = 8192;

    private ResultFiles() {}

    /**
     * The results in {@code path}: a file, or a directory whose files are of one run.
     *
     * @throws IOException with a message that names the file and says what is wrong with it
     */
    public static Results read(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return readFiles(List.of(path));
        }
        List<Path> files = filesOf(path);
        if (files.isEmpty()) {
            List<String> below = directoriesWithResults(path);
            String where = below.isEmpty() ? ": no file NAME.tree.json or NAME.json of timemory" : ", but below it: name " + String.join(" or ", below);
            throw new IOException(path + ": no results in this directory" + where);
        }
        return inUsualOrder(readFiles(files));
    }

    private static List<String> directoriesWithResults(Path path) throws IOException {
        List<String> found = new ArrayList<>();
        try (var listing = Files.list(path)) {
            for (Path below : listing.filter(Files::isDirectory).sorted().toList()) {
                if (Files.isReadable(below) && !filesOf(below).isEmpty()) {
                    found.add(below.toString());
                }
            }
        }
        return found;
    }

    /** Files stand in a directory by their names; components are shown as listings have them, elapsed time first. */
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
        ResultsBuilder results = new ResultsBuilder(mostNodes());
        for (Path file : files) {
            readInto(file, results);
        }
        return results.build();
    }

    static int mostNodes() {
        return (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / BYTES_OF_A_NODE);
    }

    /** Of each component one file: its tree where there is one, since the flat file knows less. */
    private static List<Path> filesOf(Path directory) throws IOException {
        Map<String, Path> byName = new LinkedHashMap<>();
        List<Path> all = new ArrayList<>();
        try (var listing = Files.list(directory)) {
            listing.filter(Files::isRegularFile).sorted().forEach(all::add);
        }
        for (String ending : List.of(".tree.json", ".json")) {
            for (Path file : all) {
                String name = file.getFileName().toString();
                String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
                boolean isOurs = plain.endsWith(ending) && !plain.startsWith(".") && isComponent(plain.substring(0, plain.length() - ending.length()));
                if (isOurs) {
                    byName.putIfAbsent(plain.substring(0, plain.length() - ending.length()), file);
                }
            }
        }
        return List.copyOf(byName.values());
    }

    private static boolean isComponent(String name) {
        return !name.endsWith("metadata") && List.of(".tree", ".flamegraph", ".speedscope", ".cali").stream().noneMatch(name::endsWith);
    }

    private static void readInto(Path file, ResultsBuilder results) throws IOException {
        try (Progress progress = new Progress("reading " + file.getFileName(), Files.size(file));
                InputStream raw = new BufferedInputStream(progress.watched(Files.newInputStream(file)), 65_536);
                InputStream content = plain(raw)) {
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
                    : "is no results of a kind that can be read: JSON, XML or CSV of timemory, speedscope, Caliper json-split, Chrome trace, collapsed stacks, pprof, Perfetto");
        } catch (NoSuchFileException missing) {
            throw new IOException(file + ": no such file or directory", missing);
        } catch (AccessDeniedException denied) {
            throw new IOException(file + ": permission denied", denied);
        } catch (IOException | IllegalArgumentException wrong) {
            throw new IOException(file + ": " + wrong.getMessage(), wrong);
        } catch (OutOfMemoryError full) {
            // What was read so far is garbage now. Readers bound what they keep, but not what is below them keeps for a token.
            throw new IOException(file + ": needs more memory than Java may use: give it more (-Xmx)", full);
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
        } catch (ZipException broken) {
            throw new IOException("is not whole gzip: " + broken.getMessage(), broken);
        }
    }
}
