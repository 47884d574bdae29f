package timemory.history.command;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import timemory.history.store.HistoryFile;
import timemory.internal.platform.SystemEnvironment;

/** The option that names the history file. */
final class HistoryOption {
    private static final String USUAL = "timemory-history.duckdb";

    @Option(names = "--file", paramLabel = "FILE", description = "File with the runs (default: $TIMEMORY_HISTORY, or " + USUAL + ").")
    private @Nullable Path file;

    Path path() {
        if (file != null) return file;
        String named = SystemEnvironment.variable("TIMEMORY_HISTORY");
        return Path.of(named == null || named.isBlank() ? USUAL : named);
    }

    /** Opens the file for reading. */
    HistoryFile open() throws IOException {
        HistoryFile history = HistoryFile.open(path(), true);
        return history;
    }
}
