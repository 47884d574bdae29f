package timemory.tools.merge;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.settings.Settings;

/** The directory that merged results go to. */
public final class OutputFolder {

    private final Path path;

    public OutputFolder(Path path) {
        this.path = path;
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
            throw new IOException("cannot write to " + path + ": " + there + " is no directory");
        }
        if (!Files.isWritable(there)) {
            throw new IOException("cannot write to " + path + ": permission denied, or a read-only file system");
        }
    }

    /**
     * Refuses a directory with files of {@code inputs}: what is written has the names that their files have.
     *
     * @throws IOException with a message that names one
     */
    public void requireWithout(List<Input> inputs) throws IOException {
        if (!Files.isDirectory(path)) {
            return;
        }
        Path real = path.toRealPath();
        for (Input input : inputs) {
            for (Path file : input.files()) {
                Path folder = Files.isRegularFile(file) ? file.toRealPath().getParent() : null;
                if (real.equals(folder)) {
                    throw new IOException("cannot write to " + path + ": " + file + ", which is to be merged, is in it, and could be "
                            + "replaced. Name another directory");
                }
            }
        }
    }

    /**
     * Writes {@code results} in each of {@code formats}.
     *
     * @param written gets the name of each file
     * @throws IOException with a message that names the directory and says what is wrong
     */
    public void write(Results results, List<ResultFormat> formats, Settings settings, Consumer<String> written) throws IOException {
        try {
            Files.createDirectories(path);
            for (ResultFormat format : formats) {
                format.write(results, settings, path.toString()).forEach(written);
            }
        } catch (IOException wrong) {
            throw new IOException("cannot write to " + path + ": " + reasonOf(wrong), wrong);
        }
    }

    private static String reasonOf(IOException wrong) {
        if (wrong instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (wrong instanceof FileAlreadyExistsException) {
            return "there is a file of that name";
        }
        if (wrong instanceof FileSystemException failure) {
            return failure.getReason() == null ? failure.getFile() + " cannot be made" : failure.getReason();
        }
        return wrong.getMessage();
    }
}
