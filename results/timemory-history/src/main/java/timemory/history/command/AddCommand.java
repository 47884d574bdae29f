package timemory.history.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.history.store.HistoryFile;
import timemory.history.store.RunFacts;
import timemory.results.Results;
import timemory.tools.io.Notices;
import timemory.tools.read.ResultFiles;

/** {@code timemory history add}. */
@Command(name = "add", description = "Keeps results: each file or directory is a run, of any format that `timemory report` reads.",
        mixinStandardHelpOptions = true)
final class AddCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HistoryOption history;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "A file or directory of results.")
    private List<Path> paths;

    @Option(names = "--commit", paramLabel = "ID",
            description = "Commit of the source (default: from git, or from the build system).")
    private @Nullable String commit;

    @Option(names = "--branch", paramLabel = "NAME", description = "As --commit.")
    private @Nullable String branch;

    @Option(names = "--machine", paramLabel = "NAME",
            description = "Machine it ran on (default: processor model and count).")
    private @Nullable String machine;

    @Option(names = "--program", paramLabel = "NAME", description = "Program (default: the name in the results).")
    private @Nullable String program;

    @Option(names = {"-p", "--parameter"}, paramLabel = "NAME=VALUE",
            description = "Parameter of the run, such as size=1000. Runs with different parameters are not compared.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--time", paramLabel = "TIME", description = "Time of the run, as 2026-11-28T10:00:00Z (default: that of the results).")
    private @Nullable String time;

    @Option(names = "--again", description = "Add results even if they were already added.")
    private boolean again;

    @Override
    public Integer call() throws IOException {
        Instant at = time == null ? null : timeOf(time);
        String source = commit == null ? GitFacts.commit() : commit;
        String line = branch == null ? GitFacts.branch() : branch;
        try (HistoryFile file = HistoryFile.create(history.path())) {
            for (Path path : paths) add(file, path, at, source, line);
            file.tidyIfDue();
        }
        return 0;
    }

    private Instant timeOf(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException ignored) {
            try {
                return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
            } catch (DateTimeParseException failure) {
                throw new ParameterException(spec.commandLine(), "--time " + text + ": write it as 2026-11-28T10:00:00Z", failure);
            }
        }
    }

    private void add(HistoryFile file, Path path, @Nullable Instant at, String source, String line) throws IOException {
        List<Path> files = ResultFiles.filesOf(path, Notices.of(spec.commandLine()));
        String digest = digestOf(files);
        int before = file.runWith(digest);
        if (before > 0 && !again) {
            Notices.of(spec.commandLine()).accept(path + " is run " + before + " already (--again adds it again)");
            return;
        }
        Results results = ResultFiles.readRun(files);
        ResultFacts known = ResultFacts.of(results, files);
        RunFacts facts = new RunFacts(at == null ? known.writtenAt() : at, source, line, machine == null ? known.machine() : machine,
                program == null ? known.program() : program, parameters);
        int run = file.add(facts, results, again ? "" : digest);
        spec.commandLine().getOut().println("run " + run + ": " + path + ", " + Rows.time(facts.at()) + ", commit "
                + Rows.commit(facts.commit()) + (facts.branch().isEmpty() ? "" : " of " + facts.branch()) + ", " + facts.program() + " on "
                + facts.machine() + (parameters.isEmpty() ? "" : ", " + facts.parameterText()));
        spec.commandLine().getOut().flush();
    }

    /** Digest of all files. */
    private static String digestOf(List<Path> files) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (Path file : files) {
                try (var in = Files.newInputStream(file)) {
                    for (int got = in.read(buffer); got > 0; got = in.read(buffer)) digest.update(buffer, 0, got);
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException failure) {
            throw new IOException(failure);
        }
    }
}
