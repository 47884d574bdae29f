package timemory.history.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.history.store.HistoryFile;

/** {@code timemory history export}. */
@Command(name = "export", description = "Writes all values with their runs and regions, as Parquet or CSV.",
        mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Parameters(paramLabel = "FILE", description = "NAME.parquet or NAME.csv.")
    private Path target;

    @Option(names = "--replace", description = "Overwrite an existing file.")
    private boolean replace;

    @Override
    public Integer call() throws IOException {
        String name = target.getFileName() == null ? "" : target.getFileName().toString().toLowerCase(Locale.ROOT);
        String format = name.endsWith(".parquet") ? "parquet" : name.endsWith(".csv") ? "csv" : "";
        if (format.isEmpty()) throw new ParameterException(spec.commandLine(), target + ": name it NAME.parquet or NAME.csv");
        if (Files.exists(target) && !replace) throw new ParameterException(spec.commandLine(), target + " already exists (--replace)");
        try (HistoryFile file = HistoryFile.openToExport(history.path(), target)) {
            file.export(target, format);
        }
        spec.commandLine().getErr().println("timemory: wrote '" + target + "'");
        return 0;
    }
}
