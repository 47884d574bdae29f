package timemory.tools.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The run that commands show if none is named: the newest in {@code timemory-output}, or else in the working directory, or else in the
 * directories in it.
 */
public final class NewestRun {

    private static final String USUAL = "timemory-output";

    private NewestRun() {}

    /**
     * Returns the files of that run.
     *
     * @param others gets a sentence that names the other runs
     * @throws IOException with a message for users if there are no results
     */
    public static List<Path> files(Consumer<String> others) throws IOException {
        return files(Path.of(""), others);
    }

    /** Returns the files of the newest run, as seen from {@code directory} instead of the working directory. */
    static List<Path> files(Path directory, Consumer<String> others) throws IOException {
        Path usual = directory.resolve(USUAL);
        if (Files.isDirectory(usual)) {
            Optional<RunListing.Run> run = RunListing.newest(usual, others);
            if (run.isPresent()) {
                return run.get().files();
            }
        }
        Path here = directory.toString().isEmpty() ? Path.of(".") : directory;
        Optional<RunListing.Run> run = RunListing.newestOfOurs(List.of(here), others);
        if (run.isEmpty()) {
            run = RunListing.newestOfOurs(directoriesIn(directory), others);
        }
        return run.orElseThrow(() -> new IOException("no results in this directory, neither in timemory-output nor in others: "
                + "name a file or directory, or measure a program with 'timemory run -- COMMAND'")).files();
    }

    private static List<Path> directoriesIn(Path directory) throws IOException {
        try (var listing = Files.list(directory)) {
            return listing.filter(below -> Files.isDirectory(below) && Files.isReadable(below)).sorted().toList();
        }
    }
}
