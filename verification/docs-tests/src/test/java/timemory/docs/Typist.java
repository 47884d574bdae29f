package timemory.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import timemory.tests.Repository;

/**
 * A shell in a separate folder, with the repository at {@code ~/timemory} and its commands on the PATH. Variables and the working
 * directory are kept from one script to the next. Closing it ends what is still running and removes the folder.
 */
final class Typist implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Path ROOT = Repository.ROOT;

    private final Path folder;
    private final Path work;
    private @Nullable Process server;
    private @Nullable Path serverOutput;
    private int scripts;

    /** What the last script printed, on both streams. */
    private String output = "";

    Typist() throws IOException {
        folder = Files.createTempDirectory("docs-as-typed-").toRealPath();
        Files.createDirectories(folder.resolve("home"));
        Files.createDirectories(folder.resolve("tmp"));
        Files.createSymbolicLink(folder.resolve("home/timemory"), ROOT);
        work = Files.createDirectories(folder.resolve("home/work"));
    }

    String output() {
        return output;
    }

    Path file(String name) {
        return work.resolve(name);
    }

    /** Runs {@code script} and returns its exit status. */
    int run(String script) throws IOException, InterruptedException {
        Path printed = folder.resolve("output-" + ++scripts);
        Process process = start(script + "\n{ declare -px; printf 'cd %q\\n' \"$PWD\"; } >" + folder.resolve("state") + "\n", printed);
        boolean isOver = process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        if (!isOver) endAll();
        output = Files.readString(printed, StandardCharsets.UTF_8);
        if (!isOver) throw new AssertionError("not over after " + LIMIT.toSeconds() + " s: " + script + "\n" + output);
        return process.exitValue();
    }

    /** Starts {@code script}, whose last line is the server, and waits until it prints {@code text}. */
    void serve(String script, String text) throws IOException, InterruptedException {
        serverOutput = folder.resolve("output-" + ++scripts);
        int last = script.strip().lastIndexOf('\n') + 1;
        server = start(script.strip().substring(0, last) + "exec " + script.strip().substring(last) + "\n", serverOutput);
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!Files.readString(serverOutput).contains(text)) {
            if (!server.isAlive() || System.nanoTime() - end > 0) {
                throw new AssertionError("did not print '" + text + "': " + Files.readString(serverOutput));
            }
            Thread.sleep(20);
        }
    }

    /** Ends what {@link #serve} started by SIGTERM, and takes what it printed as the output. */
    void stop() throws IOException, InterruptedException {
        if (server == null || serverOutput == null) throw new IllegalStateException("nothing is served");
        server.destroy();
        if (!server.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) throw new AssertionError("the server does not end on SIGTERM");
        output = Files.readString(serverOutput);
        server = null;
    }

    private Process start(String script, Path printed) throws IOException {
        Path state = folder.resolve("state");
        String before = (Files.exists(state) ? ". " + state + "\n" : "") + "export SERVER=" + (server == null ? 0 : server.pid()) + "\n";
        Path file = Files.writeString(folder.resolve("script-" + scripts), before + script);
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", file.toString()).directory(work.toFile());
        Map<String, String> variables = builder.environment();
        variables.keySet().removeIf(name -> name.startsWith("TIMEMORY_") && !name.equals("TIMEMORY_TESTS_WITHOUT"));
        Path java = Path.of(System.getProperty("java.home"));
        variables.put("PATH", String.join(":", ROOT.resolve("bin").toString(), java.resolve("bin").toString(), System.getenv("PATH")));
        variables.put("JAVA_HOME", java.toString());
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("TMPDIR", folder.resolve("tmp").toString());
        // Sockets of programs that run: those of other processes are not seen, and the cache is that of HOME.
        variables.put("XDG_RUNTIME_DIR", folder.resolve("tmp").toString());
        variables.remove("XDG_CACHE_HOME");
        variables.put("ROOT", ROOT.toString());
        variables.put("H2", org.h2.Driver.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        variables.put("COLUMNS", "100");
        return builder.redirectErrorStream(true).redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(printed.toFile()).start();
    }

    /** Ends all processes whose variables name this folder: those that scripts started and left, too. */
    private void endAll() {
        String mark = "HOME=" + folder.resolve("home");
        ProcessHandle.allProcesses().filter(process -> hasVariable(process.pid(), mark)).toList().forEach(process -> {
            process.destroyForcibly();
            process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(failure -> process).join();
        });
    }

    private static boolean hasVariable(long process, String variable) {
        try {
            String all = Files.readString(Path.of("/proc/" + process + "/environ"), StandardCharsets.ISO_8859_1);
            return List.of(all.split("\0")).contains(variable);
        } catch (IOException ended) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        endAll();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        }
    }
}
