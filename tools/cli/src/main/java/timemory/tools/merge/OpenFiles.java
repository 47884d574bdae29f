package timemory.tools.merge;

import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * What to do where the process may not open another file: each thread that merges has many of them open.
 *
 * <p>An object, which is made while files can be opened: then its class may need none any more.
 */
final class OpenFiles {

    /** How long other threads may take to close one of theirs. */
    private static final long PATIENCE_MILLIS = 60_000;
    private static final long PAUSE_MILLIS = 50;

    /** Whether {@code failure} came of that, and not of the file. */
    boolean isTooMany(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String reason = cause instanceof FileSystemException wrong ? wrong.getReason() : null;
            if (reason != null && reason.startsWith("Too many open files")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits until a file can be opened as {@code input} is.
     *
     * @throws IOException with a message that says what to do, where that takes too long
     */
    void await(Input input, IOException failure) throws IOException {
        for (long waited = 0; waited < PATIENCE_MILLIS; waited += PAUSE_MILLIS) {
            try {
                Thread.sleep(PAUSE_MILLIS);
                input.open().close();
                return;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IOException("merging was stopped", interrupted);
            } catch (IOException exception) {
                if (!isTooMany(exception)) {
                    return;
                }
            }
        }
        throw new IOException("too many open files: raise the limit (ulimit -n)", failure);
    }
}
