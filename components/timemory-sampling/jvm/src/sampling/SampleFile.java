package timemory.sampling;

import java.io.IOException;
import java.nio.file.Path;
import timemory.spi.TemporaryFolder;

/** Files that an engine writes its samples to. */
final class SampleFile {
    private SampleFile() {}

    /**
     * A new one, which is deleted at the end of the process at the latest.
     *
     * @throws IllegalStateException where there can be none, with the way out
     */
    static Path create() {
        try {
            Path file = TemporaryFolder.newFile("timemory-samples-", ".jfr");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException | SecurityException | IllegalArgumentException failure) {
            throw new IllegalStateException("no file for samples can be made in '" + TemporaryFolder.path()
                    + "' (" + failure + "): name a folder that can be written to by -Djava.io.tmpdir=...", failure);
        }
    }
}
