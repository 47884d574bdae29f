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
 * Processes that run the compiler, for all modules of a build: one for each that compiles at the same time, used again by the next.
 *
 * <p>A worker that has failed is not used again, since its state is unknown. Thread-safe.
 */
final class CompilerWorkers {

    private static final List<CompilerProcess> IDLE = new ArrayList<>();

    private CompilerWorkers() {}

    /**
     * Has a worker run the tool that {@code request} begins with.
     *
     * @param jvm the command that starts a JVM, without its class path
     * @param compiler the JAR of the compiler
     * @param cache a directory that outlives the build
     * @param environment what the worker finds in its environment beside this process's
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
                continue; // it had gone, having had nothing to do, before it was asked
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
     * A JAR with {@link CompilerWorker} below {@code cache}: the JVM keeps classes parsed only where all stand in JARs that have not
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
