package timemory.agent.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads and links the classes that the agent will need, on a second processor: half of its startup delay is reading and verifying classes.
 * Their names are in the agent's JAR, in the order of use: the file {@code preload}, which {@code PreloadTest} compares with the run of a
 * small program. It initialises none of them, which preserves the initialisation order.
 */
final class Preload implements Runnable {
    private static final String NAMES = "payload/META-INF/timemory/preload";

    private final JarFile jar;
    private final PayloadLoader loader;

    private Preload(JarFile jar, PayloadLoader loader) {
        this.jar = jar;
        this.loader = loader;
    }

    static void begin(JarFile jar, PayloadLoader loader) {
        if (Runtime.getRuntime().availableProcessors() == 1) return;
        Thread thread = new Thread(null, new Preload(jar, loader), "timemory-preload", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        JarEntry names = jar.getJarEntry(NAMES);
        if (names == null) return;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(jar.getInputStream(names), StandardCharsets.ISO_8859_1))) {
            for (String name = lines.readLine(); name != null; name = lines.readLine()) load(name);
        } catch (IOException ignored) {
            // Slower without it.
        }
    }

    @SuppressWarnings("ReturnValueIgnored")
    private void load(String name) {
        if (!loader.isOwn(name)) return;
        try {
            loader.loadClass(name).getDeclaredFields(); // which links the class
        } catch (ClassNotFoundException | LinkageError failure) {
            // A class for another Java version. Code that needs the missing class reports it.
        }
    }
}
