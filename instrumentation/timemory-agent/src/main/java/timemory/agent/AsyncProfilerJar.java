package timemory.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** Provides async-profiler, which samples best, from {@code timemory run} to a program that does not include it. */
final class AsyncProfilerJar {
    private AsyncProfilerJar() {}

    /** If there is no JAR, or it cannot be added, the Flight Recorder is used for sampling. */
    static void share(@Nullable Path jar, Instrumentation instrumentation) {
        if (jar == null || isThere()) return;
        try {
            instrumentation.appendToSystemClassLoaderSearch(new JarFile(jar.toFile()));
        } catch (IOException | RuntimeException | LinkageError failure) {
            System.err.println("timemory: async-profiler cannot be loaded from " + jar + ": " + failure);
        }
    }

    private static boolean isThere() {
        return ClassLoader.getSystemClassLoader().getResource("one/profiler/AsyncProfiler.class") != null;
    }
}
