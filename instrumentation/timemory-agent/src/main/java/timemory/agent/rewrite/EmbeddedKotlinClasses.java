package timemory.agent.rewrite;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import timemory.agent.select.Origin;
import timemory.agent.weave.KotlinWeaver;

/**
 * The Kotlin classes that a rewritten program needs so that its suspending functions are measured: two classes of Kotlin's own library,
 * woven, and three of ours in the same package and loader. If they precede the library on the class path, they replace its classes.
 */
final class EmbeddedKotlinClasses {
    private static final String PACKAGE = "kotlin/coroutines/jvm/internal/";

    /** The class that shows that a thread is running a coroutine, without which nothing can be done. */
    static final String RESUMPTION = PACKAGE + "BaseContinuationImpl.class";

    /** Has its own Kotlin, which is invisible to programs. */
    private static final String AGENT = "META-INF/timemory/timemory-agent.jar";

    private static final List<String> WOVEN = List.of(RESUMPTION, PACKAGE + "DebugProbesKt.class");
    private static final List<String> ADDED =
            List.of(PACKAGE + "TimemoryCall.class", PACKAGE + "TimemoryRoot.class", PACKAGE + "TimemoryFrames.class");

    private EmbeddedKotlinClasses() {}

    /** Whether a class file, named from its root, belongs to Kotlin and is to be woven. */
    static boolean takes(String file) {
        return WOVEN.contains(file);
    }

    /** Returns such a class, woven. */
    static byte[] weave(byte[] bytes) {
        byte[] woven = KotlinWeaver.weave(bytes, new Origin("", "", false));
        return woven == null ? bytes : woven;
    }

    /** Our classes, by the names of their files. */
    static Map<String, byte[]> added(Path agentJar) throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        try (ZipFile agent = new ZipFile(agentJar.toFile())) {
            for (String file : ADDED) {
                ZipEntry entry = agent.getEntry("payload/" + file);
                if (entry == null) throw new IOException("'" + agentJar + "' lacks " + file);
                try (InputStream in = agent.getInputStream(entry)) {
                    all.put(file, in.readAllBytes());
                }
            }
        }
        return all;
    }

    /**
     * Returns all of them, if Kotlin's library is {@code library}.
     *
     * @throws IllegalArgumentException if it is not
     */
    static Map<String, byte[]> of(Path library, Path agentJar) throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        try (ZipFile kotlin = new ZipFile(library.toFile())) {
            for (String file : WOVEN) {
                ZipEntry entry = kotlin.getEntry(file);
                if (entry == null) throw new IllegalArgumentException("'" + library + "' is not kotlin-stdlib: it lacks " + file);
                try (InputStream in = kotlin.getInputStream(entry)) {
                    all.put(file, weave(in.readAllBytes()));
                }
            }
        }
        all.putAll(added(agentJar));
        return all;
    }

    /** Whether a JAR contains Kotlin's library, unpacked or as a JAR. */
    static boolean areIn(Path jar) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(Files.newInputStream(jar)))) {
            return areIn(zip);
        }
    }

    private static boolean areIn(ZipInputStream zip) throws IOException {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            String name = entry.getName();
            if (name.equals(RESUMPTION) || name.endsWith("-INF/classes/" + RESUMPTION)) return true;
            boolean isJar = name.toLowerCase(Locale.ROOT).endsWith(".jar") && !name.endsWith(AGENT);
            if (isJar && areIn(new ZipInputStream(new ByteArrayInputStream(zip.readAllBytes())))) return true;
        }
        return false;
    }
}
