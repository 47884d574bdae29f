package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Processes that run the compiler for all modules of a build: one for each concurrent compilation, reused by the next.
 *
 * <p>A worker that has failed is not reused because its state is unknown. Thread-safe.
 */
final class CompilerWorkers {

    private static final List<CompilerProcess> IDLE = new ArrayList<>();

    private CompilerWorkers() {}

    /**
     * Has a worker run the tool that {@code request} starts with.
     *
     * @param jvm the command that starts a JVM, without its class path
     * @param compiler the JAR of the compiler
     * @param cache a directory that outlives the build
     * @param environment variables for the worker in addition to those of this process
     */
    static CompilerProcess.Outcome run(List<String> jvm, Path compiler, Path cache, Map<String, String> environment, List<String> request)
            throws IOException {
        List<String> start = new ArrayList<>(jvm);
        start.addAll(List.of("-cp", compiler + File.pathSeparator + ownJar(cache), CompilerWorker.class.getName()));
        while (true) {
            CompilerProcess idle = takeIdle(start, environment);
            CompilerProcess worker = idle != null ? idle : CompilerProcess.start(start, environment);
            CompilerProcess.Outcome outcome = worker.run(request);
            if (outcome == null) {
                continue; // it had ended because it was idle, before the request was sent
            }
            if (outcome.status() == 0) {
                giveBack(worker);
            } else {
                worker.close();
            }
            return outcome;
        }
    }

    private static synchronized CompilerProcess takeIdle(List<String> start, Map<String, String> environment) {
        for (Iterator<CompilerProcess> workers = IDLE.iterator(); workers.hasNext();) {
            CompilerProcess worker = workers.next();
            if (!worker.isAlive()) {
                workers.remove();
            } else if (worker.wasStartedBy(start, environment)) {
                workers.remove();
                return worker;
            }
        }
        return null;
    }

    private static synchronized void giveBack(CompilerProcess worker) {
        IDLE.add(0, worker);
    }

    /**
     * A JAR with {@link CompilerWorker} below {@code cache}: the JVM can keep parsed classes only if they are all in JARs that have not
     * changed.
     */
    private static Path ownJar(Path cache) throws IOException {
        String entry = CompilerWorker.class.getName().replace('.', '/') + ".class";
        byte[] code;
        try (InputStream in = CompilerWorker.class.getResourceAsStream("/" + entry)) {
            code = in.readAllBytes();
        }
        CRC32 checksum = new CRC32();
        checksum.update(code);
        Path jar = cache.resolve("worker-" + Long.toHexString(checksum.getValue()) + ".jar");
        if (!Files.exists(jar)) {
            Path made = Files.createTempFile(cache, "worker", ".part");
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(made))) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(code);
            }
            Files.move(made, jar, StandardCopyOption.ATOMIC_MOVE);
        }
        return jar;
    }
}
