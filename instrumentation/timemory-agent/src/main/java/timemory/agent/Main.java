package timemory.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import timemory.agent.boot.Launch;

/**
 * The entry points called by the JVM. Defines the few classes that woven code calls in the boot loader, where every class finds them, and
 * continues there.
 *
 * <p>They are defined there one by one. {@code Instrumentation.appendToBootstrapClassLoaderSearch} would do the same, but after it is
 * called the JVM no longer loads the program's classes from its CDS archive, and prints a warning to the program's stdout. It is the
 * fallback if a class cannot be defined.
 *
 * <p>Never throws, because the JVM would end the program.
 */
public final class Main {
    private static final List<String> BOOT =
            List.of("CallFrame", "SuspendingCall", "CoroutineFrames", "Probes", "Preload", "PayloadLoader", "AheadOfTime$NoProbes",
                    "AheadOfTime", "AgentStart", "Launch", "Hooks", "CallWeaving", "Calls$Site", "Calls");

    private Main() {}

    /** {@code -javaagent:timemory-agent.jar=arguments}. */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, false);
    }

    /** The agent was loaded into a running program. */
    public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, true);
    }

    private static void start(@Nullable String arguments, Instrumentation instrumentation, boolean attached) {
        try {
            if (attached && arguments != null && LiveSocketAttach.isAsked(arguments)) {
                LiveSocketAttach.answer(arguments, instrumentation);
                return;
            }
            File file = new File(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            JarFile jar = new JarFile(file);
            if (!isInBootLoader()) putIntoBootLoader(jar, instrumentation);
            Launch.start(arguments, instrumentation, jar, file, attached);
        } catch (Throwable failure) {
            System.err.println("timemory: the agent could not start, and nothing is measured: " + failure);
            Throwable cause = failure.getCause();
            if (cause != null) System.err.println("timemory: caused by " + cause);
        }
    }

    private static boolean isInBootLoader() {
        try {
            Class.forName("timemory.agent.boot.Launch", false, null);
            return true;
        } catch (ClassNotFoundException ignored) {
            return false;
        }
    }

    private static void putIntoBootLoader(JarFile jar, Instrumentation instrumentation) throws IOException {
        try {
            ClassDefiner.prepare(instrumentation, bytes(jar, ClassDefiner.file()));
            for (String name : BOOT) {
                String file = "timemory/agent/boot/" + name;
                ClassDefiner.define(instrumentation, file, bytes(jar, file + ".class"), null, null);
            }
        } catch (LinkageError unused) {
            instrumentation.appendToBootstrapClassLoaderSearch(jar);
        }
    }

    private static byte[] bytes(JarFile jar, String file) throws IOException {
        return jar.getInputStream(jar.getJarEntry(file)).readAllBytes();
    }
}
