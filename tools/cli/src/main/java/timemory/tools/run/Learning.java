package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import timemory.agent.option.AgentOption;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.tools.io.Notices;
import timemory.tools.learn.FunctionEvidence;
import timemory.tools.learn.LearnOptions;
import timemory.tools.learn.LearnedFile;
import timemory.tools.read.RunListing;

/**
 * Runs a program to learn which of its functions are worth measuring. This process stays for that, and ends with the program's status. Where
 * it is interrupted, the program is as well, and what was measured until then counts.
 */
final class Learning {
    private static final long PATIENCE_SECONDS = 60;

    private final Path results;
    private final Path learned;
    private final double callNanos;
    private final Consumer<String> messages;
    private final long begin = System.currentTimeMillis();

    /**
     * @param results the folder that the program writes to
     * @param learned the file to write
     * @param callNanos what a measured call costs, negative for what the results say
     */
    Learning(Path results, Path learned, double callNanos, Consumer<String> messages) {
        this.results = results;
        this.learned = learned;
        this.callNanos = callNanos;
        this.messages = messages;
    }

    /** Has {@code program} take the place of this process, unless something is to be learned from it. */
    static int start(RunArguments given, List<String> program, double callNanos) throws IOException, InterruptedException {
        Path learned = given.way().learn;
        if (learned == null) {
            Launching.exec(program);
            return 0;
        }
        ResultOptions results = given.options().results;
        SettingsBuilder settings = new SettingsBuilder();
        results.settings.forEach(settings::set);
        if (results.outputPath != null) settings.setOutputPath(results.outputPath.toString());
        Path folder = Path.of(Settings.load(settings).getOutputPath());
        return new Learning(folder, learned, callNanos, Notices.of(given.line())).run(program);
    }

    /** Refuses {@code --learn} if nothing could be learned, before anything runs. */
    static void check(RunArguments given, Path learned) throws IOException {
        WayOptions way = given.way();
        String other = way.pid != null ? "-p" : way.output != null ? "-o" : way.sparkSubmit ? "--spark-submit"
                : given.options().samples.kinds != null ? "--sample" : given.listing().isAsked() ? "--print-..." : null;
        if (other != null)
            throw given.wrong("--learn is for programs that the command starts and measures, not for " + other
                    + ": use timemory learn for other results");
        for (String labels : given.options().agent.all(AgentOption.LABEL)) {
            for (String part : labels.split(",")) {
                if (part.equals("args") || part.equals("return"))
                    throw given.wrong("--learn needs the names of functions, which --label " + part + " changes");
            }
        }
        try {
            LearnedFile.requireWritable(learned);
        } catch (IllegalArgumentException failure) {
            throw given.wrong(failure.getMessage());
        }
    }

    private int run(List<String> command) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(command).inheritIO().start();
        Thread interrupted = new Thread(() -> end(program));
        Runtime.getRuntime().addShutdownHook(interrupted);
        int status = program.waitFor();
        Runtime.getRuntime().removeShutdownHook(interrupted);
        return learn() ? status : Math.max(1, status);
    }

    private void end(Process program) {
        program.destroy();
        try {
            if (program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) learn();
            else messages.accept("the program has not ended: nothing was learned");
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean learn() {
        try {
            List<Path> written = written();
            if (written.isEmpty()) {
                messages.accept("nothing was learned: the program wrote no results to " + results);
                return false;
            }
            FunctionEvidence evidence = LearnOptions.evidence(written, null, callNanos, messages);
            messages.accept(learned + ": " + LearnedFile.write(learned, evidence, LearnOptions.DEFAULT_LIMITS));
            return true;
        } catch (IOException | IllegalArgumentException failure) {
            messages.accept("nothing was learned: " + failure.getMessage());
            return false;
        }
    }

    /** What the program wrote, and what each program that it started wrote into a folder of its own. */
    private List<Path> written() throws IOException {
        List<Path> all = new ArrayList<>();
        if (!Files.isDirectory(results)) return all;
        addFrom(results, all);
        try (var below = Files.list(results)) {
            for (Path folder : below.filter(Files::isDirectory).sorted().toList()) {
                if (!Files.isSymbolicLink(folder) && !RunListing.isRunFolder(folder)) addFrom(folder, all);
            }
        }
        return all;
    }

    private void addFrom(Path folder, List<Path> all) throws IOException {
        for (RunListing.Run run : RunListing.of(folder)) if (run.time() >= begin) all.addAll(run.files());
    }
}
