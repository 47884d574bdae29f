package timemory.tools.write;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.export.internal.ResultFileNames;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.tools.read.ResultFiles;
import timemory.tools.read.RunListing;

/**
 * The directory that a command writes to.
 *
 * <p>A command does not replace what it read, nor what a program is known to have written: results may be made of a part of what is there,
 * and the rest would be lost. What it wrote itself at an earlier time it replaces, and says so.
 */
public final class OutputFolder {

    /** What timemory writes when a program ends, here and in C++. */
    private static final Pattern OF_ANY_RUN = Pattern.compile("(?!.*\\.(speedscope|cali)\\.json).*\\.(txt|json|xml)(\\.gz)?");

    private final Path path;
    private final String option;

    /** @param option by which the user names another one */
    public OutputFolder(Path path, String option) {
        this.path = path;
        this.option = option;
    }

    /**
     * Finds out before the work whether its outcome could be written; nothing is made.
     *
     * @throws IOException with a message that names the directory and says what is wrong
     */
    public void requireWritable() throws IOException {
        Path there = path.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw new IOException("cannot write to " + path + ": " + there + " is not a directory");
        }
        if (!Files.isWritable(there)) {
            throw new IOException("cannot write to " + path + ": permission denied, or a read-only file system");
        }
    }

    /**
     * Refuses a directory with any of {@code files}, which were read: what is written has the names that such files have.
     *
     * @throws IOException with a message that names one
     */
    public void requireWithout(Collection<Path> files) throws IOException {
        if (!Files.isDirectory(path)) {
            return;
        }
        Path real = path.toRealPath();
        for (Path file : files) {
            Path folder = Files.isRegularFile(file) ? file.toRealPath().getParent() : null;
            if (real.equals(folder)) {
                throw new IOException("cannot write to " + path + ": " + file + ", an input, is in it and could be "
                        + "overwritten. Choose another directory");
            }
        }
    }

    /**
     * Refuses to write files of these {@code names} where one would replace what was {@code read}, or what a run is known to have written.
     *
     * @throws IOException with a message that names one
     */
    public void requireKept(Collection<String> names, Collection<Path> read) throws IOException {
        if (Files.isDirectory(path)) {
            requireKept(names, sourcesOf(read), writtenByRuns());
        }
    }

    private void requireKept(Collection<String> names, Set<Path> sources, Set<String> written) throws IOException {
        for (String name : names) {
            Path file = path.resolve(name);
            if (Files.exists(file) && sources.contains(file.toRealPath())) {
                throw refusal(file, "is an input and would be overwritten");
            }
            if (Files.exists(file) && written.contains(name)) {
                throw refusal(file, "was written by a measured program and would be overwritten");
            }
        }
    }

    /**
     * As {@link #requireKept}, for the files of {@code results} in each of {@code formats}; and refuses those that would replace what may be
     * of the results that were {@code read}, or beside which these would not be found any more.
     *
     * @throws IOException with a message that names one
     */
    public void requireFree(Results results, List<ResultFormat> formats, Settings settings, Collection<Path> read) throws IOException {
        if (!Files.isDirectory(path)) {
            return;
        }
        List<String> names = new ArrayList<>();
        formats.forEach(format -> names.addAll(ResultFileNames.of(format, results, settings)));
        Set<Path> sources = sourcesOf(read);
        Set<String> written = writtenByRuns();
        requireKept(names, sources, written);
        Path real = path.toRealPath();
        sources.removeIf(file -> !real.equals(file.getParent()) || written.contains(file.getFileName().toString()));
        if (!sources.isEmpty()) {
            requireBeside(names);
            requireFound(names, sources);
        }
    }

    /** No record says what was written together with the files that were read: timemory for C++ makes none. */
    private void requireBeside(Collection<String> names) throws IOException {
        for (String name : names) {
            if (Files.exists(path.resolve(name)) && OF_ANY_RUN.matcher(name).matches()) {
                throw refusal(path.resolve(name), "is next to an input, may belong to the same results, and would be overwritten");
            }
        }
    }

    private static Set<Path> sourcesOf(Collection<Path> read) throws IOException {
        Set<Path> sources = new HashSet<>();
        for (Path file : read) {
            if (Files.isRegularFile(file)) {
                sources.add(file.toRealPath());
            }
        }
        return sources;
    }

    /** Of a component's files one is read, and of all of them none where there is a file of everything. */
    private void requireFound(Collection<String> names, Set<Path> sources) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String name : namesOfFiles()) {
            all.add(path.resolve(name));
        }
        Set<Path> hidden = new LinkedHashSet<>(ResultFiles.ofComponents(all));
        names.forEach(name -> all.add(path.resolve(name)));
        for (Path file : ResultFiles.ofComponents(all)) {
            hidden.remove(file);
        }
        for (Path file : hidden) {
            if (sources.contains(file.toRealPath())) {
                throw refusal(file, "is an input and would no longer be found next to " + String.join(", ", names));
            }
        }
    }

    private Set<String> namesOfFiles() throws IOException {
        Set<String> names = new TreeSet<>();
        try (var listing = Files.list(path)) {
            listing.filter(file -> Files.isRegularFile(file)).forEach(file -> names.add(file.getFileName().toString()));
        }
        return names;
    }

    private IOException refusal(Path file, String why) {
        return new IOException("nothing is written: " + file + " " + why + ". Choose another place with " + option);
    }

    private Set<String> writtenByRuns() throws IOException {
        // Of a directory that cannot be listed a file may be read, and one beside it written, all the same.
        return Files.isReadable(path) ? RunListing.writtenIn(path) : Set.of();
    }

    /**
     * Writes {@code results} in each of {@code formats}.
     *
     * @param written gets a line about each file
     * @throws IOException with a message that names the directory and says what is wrong
     */
    public void write(Results results, List<ResultFormat> formats, Settings settings, Consumer<String> written) throws IOException {
        try {
            Files.createDirectories(path);
            Set<String> before = Files.isReadable(path) ? namesOfFiles() : Set.of();
            for (ResultFormat format : formats) {
                for (String file : format.write(results, settings, path.toString())) {
                    written.accept(lineOf(file, before.contains(Path.of(file).getFileName().toString())));
                }
            }
        } catch (IOException failure) {
            throw new IOException("cannot write to " + path + ": " + reasonOf(failure), failure);
        }
    }

    /** What to say of {@code file} once it is written. */
    public static String lineOf(Object file, boolean wasThere) {
        return "timemory: wrote '" + file + "'" + (wasThere ? ", replacing the existing file" : "");
    }

    private static @Nullable String reasonOf(IOException wrong) {
        if (wrong instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (wrong instanceof FileAlreadyExistsException) {
            return "there is a file with that name";
        }
        if (wrong instanceof FileSystemException failure) {
            return failure.getReason() == null ? failure.getFile() + " cannot be made" : failure.getReason();
        }
        return wrong.getMessage();
    }
}
