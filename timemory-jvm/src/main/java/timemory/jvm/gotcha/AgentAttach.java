package timemory.jvm.gotcha;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;
import timemory.spi.TemporaryFolder;

/**
 * Loads timemory's agent into this process, using a helper process, because a JVM must not attach to itself. The agent then measures only
 * calls that gotchas request.
 */
final class AgentAttach {
    private static final String PROPERTY = "timemory-agent.jar";
    private static final String MAIN = "timemory/agent/AttachTo.class";
    private static final int SECONDS = 60;

    private AgentAttach() {}

    /** Attaches the agent; returns why that failed, empty if it succeeded. */
    static String attach() {
        Path jar;
        try {
            jar = find();
        } catch (IOException failure) {
            return "timemory's agent cannot be read: " + failure;
        }
        if (jar == null) {
            return "it needs timemory's agent, which was not found: add dev.timemory:timemory-agent to the class path, or start Java with"
                    + " -javaagent:timemory-agent.jar=functions=false, or set its path by -D" + PROPERTY + "=FILE";
        }
        String wayOut = "; start Java with -javaagent:" + jar + "=functions=false";
        Path java = java();
        if (java == null)
            return "timemory's agent cannot be loaded: the system property java.home is not set" + wayOut;
        if (!Files.isExecutable(java)) return "loading timemory's agent into a running program needs " + java + wayOut;
        try {
            String failure = run(List.of(
                    java.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", jar.toString(), "timemory.agent.AttachTo",
                    String.valueOf(ProcessHandle.current().pid()), jar.toString(), "functions=false"));
            return failure.isEmpty() ? "" : "timemory's agent could not be loaded into the running program: " + failure + wayOut;
        } catch (IOException failure) {
            return "timemory's agent could not be loaded into the running program: " + failure + wayOut;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "loading timemory's agent was interrupted" + wayOut;
        }
    }

    /** Returns the path of the running {@code java} program; {@code null} if unknown. */
    private static @Nullable Path java() {
        String home = SystemEnvironment.property("java.home");
        if (home != null) return Path.of(home, "bin", File.separatorChar == '\\' ? "java.exe" : "java");
        return ProcessHandle.current().info().command().map(Path::of).orElse(null);
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Path output = TemporaryFolder.newFile("timemory-attach", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
            Process process = builder.start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "no response for " + SECONDS + " seconds";
            }
            if (process.exitValue() == 0) return "";
            String told = Files.readString(output, StandardCharsets.UTF_8).strip();
            return told.isEmpty() ? "the process that loads it ended with status " + process.exitValue() : told;
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /**
     * Returns the agent's JAR: as configured by the user, on the class path, or next to the JAR of this class; {@code null} if it is not
     * found.
     */
    private static @Nullable Path find() throws IOException {
        String told = SystemEnvironment.property(PROPERTY);
        if (told != null) return Path.of(told).toAbsolutePath();
        for (ClassLoader loader : SystemEnvironment.canFindFiles() ? loaders() : List.<ClassLoader>of()) {
            URL found = loader.getResource(MAIN);
            Path jar = found == null ? null : jarOf(found);
            if (jar != null) return jar;
        }
        return beside();
    }

    private static List<ClassLoader> loaders() {
        List<ClassLoader> loaders = new ArrayList<>();
        loaders.add(AgentAttach.class.getClassLoader());
        loaders.add(ClassLoader.getSystemClassLoader());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) loaders.add(context);
        return loaders;
    }

    private static @Nullable Path jarOf(URL found) throws IOException {
        String text = found.toString();
        int end = text.lastIndexOf("!/" + MAIN);
        if (!text.startsWith("jar:") || end < 0) return null;
        String place = text.substring("jar:".length(), end);
        try {
            if (place.startsWith("file:") && !place.contains("!/")) return whereAgent(Path.of(new URL(place).toURI()));
        } catch (URISyntaxException ignored) {
            return null;
        }
        // A nested JAR has to be extracted: Java loads agents only from files.
        try (InputStream in = new URL(place).openStream()) {
            Path copy = TemporaryFolder.newFile("timemory-agent", ".jar");
            copy.toFile().deleteOnExit();
            // Overwrites the file in place: a replacement would get its permissions from the umask.
            try (OutputStream out = Files.newOutputStream(copy)) {
                in.transferTo(out);
            }
            return whereAgent(copy);
        }
    }

    private static @Nullable Path beside() throws IOException {
        CodeSource source = AgentAttach.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null || !source.getLocation().getProtocol().equals("file")) return null;
        Path own;
        try {
            own = Path.of(source.getLocation().toURI());
        } catch (URISyntaxException unused) {
            return null;
        }
        try (Stream<Path> files = Files.list(own.getParent())) {
            for (Path file : (Iterable<
                    Path>) files.filter(file -> file.getFileName().toString().matches("timemory-agent.*\\.jar")).sorted()::iterator) {
                // In a folder such as /tmp, other users may add a file, whose code would run in this process.
                if (!hasOwnerOf(own, file)) continue;
                Path jar = whereAgent(file);
                if (jar != null) return jar;
            }
        }
        return null;
    }

    /** Checks the owner of the link itself: a link may point to anyone's file. */
    static boolean hasOwnerOf(Path own, Path file) throws IOException {
        try {
            return Files.getOwner(own, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(file, LinkOption.NOFOLLOW_LINKS));
        } catch (UnsupportedOperationException unused) {
            return true; // a file system without owners
        }
    }

    /** Returns {@code jar} if it is the agent's, with all its dependencies. */
    private static @Nullable Path whereAgent(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest() != null && file.getManifest().getMainAttributes().getValue("Agent-Class") != null ? jar : null;
        }
    }
}
