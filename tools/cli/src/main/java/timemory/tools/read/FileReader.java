package timemory.tools.read;

import java.io.IOException;
import java.io.InputStream;
import timemory.export.data.ResultsBuilder;

/** Reads results of one kind of file. */
interface FileReader {

    /** Whether a file with this {@code begin} is of the kind. */
    boolean isOfKind(String begin);

    /**
     * Adds what the file holds to {@code results}.
     *
     * @throws IOException with a message that says what is wrong and where
     */
    void read(InputStream content, ResultsBuilder results) throws IOException;
}
