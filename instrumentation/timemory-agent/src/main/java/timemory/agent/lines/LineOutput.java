package timemory.agent.lines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kotlin.Unit;
import timemory.internal.platform.JvmFilesKt;
import timemory.results.Results;
import timemory.results.ResultsListener;
import timemory.output.RunFolderKt;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;
import timemory.agent.option.AgentOptions;

/**
 * Writes the values of lines next to the other results of a session that has ended: {@code lines.txt} and {@code lines.json}, and on the
 * console the functions with the largest values.
 */
public final class LineOutput implements ResultsListener {
    private static final int SHOWN_FUNCTIONS = 20;

    private final Lines lines;
    private final AgentOptions options;
    private final Settings settings;
    private boolean isWritten;

    /** For the session that has started, whose own table would show lines in an unhelpful order. */
    public LineOutput(Lines lines, AgentOptions options) {
        this.lines = lines;
        this.options = options;
        settings = Timemory.getSettings();
        SettingsBuilder change = new SettingsBuilder();
        change.set("COUT_OUTPUT", "false");
        Timemory.change(change);
    }

    @Override
    public void finalized(Results results) {
        if (isWritten) return;
        isWritten = true;
        try {
            write(results);
        } catch (IOException | RuntimeException failure) {
            System.err.println("timemory: line times cannot be reported: " + failure);
        }
    }

    private void write(Results results) throws IOException {
        LineReport report = new LineReport(lines, results, settings, new Sources(options.sourcePath, Path.of("").toAbsolutePath()));
        if (report.isEmpty()) {
            System.err.println("timemory: no line was measured: no selected function was called, "
                    + "or its class file has no line numbers (javac -g:lines)");
            return;
        }
        if (settings.getFileOutput()) {
            Path folder = folderOf(settings);
            if (settings.getTextOutput()) write(folder, settings, results, ".txt", report.text(Integer.MAX_VALUE));
            if (settings.getJsonOutput()) write(folder, settings, results, ".json", report.json());
        }
        if (settings.getCoutOutput()) {
            System.out.println();
            System.out.print(report.text(SHOWN_FUNCTIONS));
            System.out.flush();
        } else if (options.report) {
            System.err.print(report.text(SHOWN_FUNCTIONS));
        }
    }

    private void write(Path folder, Settings settings, Results results, String ending, String text) throws IOException {
        String prefix = settings.getOutputPrefix().replaceAll("[/\\\\:\\p{Cntrl}]", "_");
        String name = prefix + "lines" + (settings.getUseOutputSuffix() ? "-" + results.getProcessId() : "") + ending;
        Files.createDirectories(folder);
        JvmFilesKt.writeAtomically(folder.resolve(name).toString(), false, out -> {
            out.append(text);
            return Unit.INSTANCE;
        });
        RunFolderKt.addToRun(folder.toString(), name);
        if (settings.getCoutOutput()) System.out.println("timemory: wrote '" + folder.resolve(name) + "'");
    }

    /** Returns the folder of the other files just written; if there are none, and folders are named after the time, the newest one. */
    private static Path folderOf(Settings settings) throws IOException {
        String ofRun = RunFolderKt.lastRunFolder();
        if (ofRun != null) return Path.of(ofRun);
        Path folder = Path.of(settings.getOutputPath());
        if (!settings.getTimeOutput() || !Files.isDirectory(folder)) return folder;
        try (Stream<Path> below = Files.list(folder)) {
            Optional<Path> newest = below.filter(Files::isDirectory).max(Comparator.comparingLong(path -> path.toFile().lastModified()));
            return newest.orElse(folder);
        }
    }
}
