package timemory.history.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import timemory.tools.io.AtomicFile;
import timemory.tools.write.OutputFolder;

/** The option to write an HTML page of what the command prints. */
final class PageOption {
    @Option(names = "--html", paramLabel = "FILE", description = "Write an HTML page with a chart of each.")
    private @Nullable Path file;

    /** Writes {@code page} if the option is set. */
    void write(Supplier<String> page, CommandLine line) throws IOException {
        if (file == null) return;
        boolean wasThere = Files.exists(file);
        AtomicFile.writeText(file, out -> out.write(page.get()));
        line.getErr().println(OutputFolder.lineOf(file, wasThere));
        line.getErr().flush();
    }
}
