package timemory.agent.boot;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;

/**
 * Starts recording in a program that was woven ahead of time: the agent's JAR is among its resources. If that fails, the program runs as if
 * nothing had been woven, and reports the reason.
 */
final class AheadOfTime {
    /** The location of the agent's JAR in a rewritten program. */
    static final String AGENT = "META-INF/timemory/timemory-agent.jar";

    private AheadOfTime() {}

    static void start() {
        try {
            URL resource = AheadOfTime.class.getClassLoader().getResource(AGENT);
            if (resource == null) throw new IOException("there is no " + AGENT);
            File jar = resource.getProtocol().equals("file") ? new File(resource.toURI()) : copy(resource);
            Launch.startRecording(new JarFile(jar), jar.toURI().toURL());
        } catch (Throwable failure) {
            System.err.println("timemory: nothing is measured: " + failure);
            Launch.install(new NoProbes());
        }
    }

    /** A JAR inside a JAR cannot be opened in place. */
    private static File copy(URL resource) throws IOException {
        Path copy = Files.createTempFile("timemory-agent", ".jar");
        copy.toFile().deleteOnExit();
        // Overwrites the file in place: a replacement would get its permissions from the umask.
        try (InputStream in = resource.openStream(); OutputStream out = Files.newOutputStream(copy)) {
            in.transferTo(out);
        }
        return copy.toFile();
    }

    static final class NoProbes implements Probes {}
}
