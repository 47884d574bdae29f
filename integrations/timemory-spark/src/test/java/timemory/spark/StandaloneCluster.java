package timemory.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Spark master and workers, each a process with its own address: on one machine, Spark copies slow tasks only in this setup. */
public final class StandaloneCluster implements AutoCloseable {
    private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://\\S+)");
    private static final long PATIENCE_SECONDS = 60;

    private final String version;
    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final String master;

    public StandaloneCluster(String version, Path folder, int workers) throws Exception {
        this.version = version;
        this.folder = folder;
        SparkProcess first = process("master");
        try {
            processes.add(first.start("org.apache.spark.deploy.master.Master", List.of(),
                    List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0")));
            master = said(first.log("org.apache.spark.deploy.master.Master"), MASTER, 1);
            for (int worker = 0; worker < workers; worker++) {
                SparkProcess process = process("worker-" + worker);
                processes.add(process.start("org.apache.spark.deploy.worker.Worker", List.of(), List.of(
                        "--host", "127.0.0." + (2 + worker), "--cores", "1", "--memory", "1g", "--webui-port", "0",
                        "--work-dir", folder.resolve("worker-" + worker + "/work").toString(), master)));
            }
            for (int worker = 0; worker < workers; worker++) {
                said(folder.resolve("worker-" + worker + "/org.apache.spark.deploy.worker.Worker.log"),
                        Pattern.compile("Successfully registered with master (\\S+)"), 1);
            }
        } catch (Throwable failure) {
            close();
            throw failure;
        }
    }

    private SparkProcess process(String name) throws IOException {
        return new SparkProcess(version, Files.createDirectories(folder.resolve(name)), Map.of());
    }

    /** Returns the master's URL. */
    public String master() {
        return master;
    }

    /** Kills worker {@code number} and its executor, as a machine failure would. */
    public void kill(int number) {
        Process worker = processes.get(1 + number);
        List<ProcessHandle> executors = worker.descendants().toList();
        worker.destroyForcibly();
        executors.forEach(ProcessHandle::destroyForcibly);
    }

    /** Waits until {@code log} matches {@code pattern}, and returns the group. */
    private static String said(Path log, Pattern pattern, int group) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() - deadline < 0) {
            Matcher found = pattern.matcher(Files.exists(log) ? Files.readString(log) : "");
            if (found.find()) return found.group(group);
            Thread.sleep(50);
        }
        throw new AssertionError("no '" + pattern + "' in " + (Files.exists(log) ? Files.readString(log) : log));
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
