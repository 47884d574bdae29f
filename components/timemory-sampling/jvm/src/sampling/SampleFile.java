package timemory.sampling;

import java.io.IOException;
import java.nio.file.Path;
import timemory.spi.TemporaryFolder;

/** Files for an engine's samples. */
final class SampleFile {
    private SampleFile() {}

    /**
     * Creates a new file, which is deleted at process exit at the latest.
     *
     * @throws IllegalStateException with a way out if it cannot be created
     */
    static Path create() {
        try {
            Path file = TemporaryFolder.newFile("timemory-samples-", ".jfr");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException | SecurityException | IllegalArgumentException failure) {
            throw new IllegalStateException("no file for samples can be created in '" + TemporaryFolder.path()
                    + "' (" + failure + "): choose a writable folder with -Djava.io.tmpdir=...", failure);
        }
    }
}
