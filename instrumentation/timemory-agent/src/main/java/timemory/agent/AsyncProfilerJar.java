package timemory.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** Gives a program that does not bring async-profiler the one that {@code timemory run} has, as it samples best. */
final class AsyncProfilerJar {
    private AsyncProfilerJar() {}

    /** Without a JAR, or where it cannot be given, the Flight Recorder samples. */
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
