package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The file {@code preload} of this module names the classes that a start needs, in the order of need. It is committed, so that the agent's
 * JAR is the same wherever it is built; {@code -Dpreload.update} regenerates it. A few classes differ between machines, like the set of
 * available components.
 */
class PreloadTest {
    private static final Path NAMES = Path.of("preload");
    private static final Pattern OF_THE_AGENT = Pattern.compile("^(?:\\[[^\\]]*\\])* *(\\S+) source: file:.*timemory-agent\\.jar$");
    /** Loaded before the list is read. */
    private static final Set<String> EARLIER =
            Set.of("timemory.agent.Main", "timemory.agent.ClassDefiner", "timemory.agent.ClassDefiner$Definer",
                    "timemory.agent.ClassDefiner$Apart", "timemory.agent.InternalUnsafe");
    private static final double MAX_DIFFERENCE = 0.05;

    @TempDir
    private Path folder;

    @Test
    void theNamedClassesAreThoseThatAStartLoads() throws Exception {
        List<String> loaded = loadedByAStart();
        if (System.getProperty("preload.update") != null) Files.write(NAMES, loaded);
        List<String> named = Files.readAllLines(NAMES);
        List<String> missing = loaded.stream().filter(name -> !named.contains(name)).toList();
        List<String> unneeded = named.stream().filter(name -> !loaded.contains(name)).toList();
        assertTrue(missing.size() + unneeded.size() <= MAX_DIFFERENCE * loaded.size(), () -> NAMES.toAbsolutePath() + " lacks " + missing
                + " and has " + unneeded + ", which a start does not load: write it anew by -Dpreload.update");
    }

    @Test
    void theNamedClassesAreInTheJar() throws Exception {
        try (JarFile jar = new JarFile(Programs.AGENT)) {
            List<String> absent = Files.readAllLines(NAMES).stream().filter(name -> !isIn(jar, name)).toList();
            assertEquals(List.of(), absent, "write " + NAMES.toAbsolutePath() + " anew by -Dpreload.update");
        }
    }

    private static final String HELLO = """
            public class Hello {
                public static void main(String[] arguments) {
                    System.out.println("hello");
                }
            }
            """;

    private static boolean isIn(JarFile jar, String name) {
        String file = name.replace('.', '/') + ".class";
        return jar.getEntry("payload/" + file) != null || jar.getEntry("payload/META-INF/versions/22/" + file) != null;
    }

    /**
     * Those of the second start, which loads classes from the cache. On one processor, where nothing is loaded before it is needed; of a
     * program without timemory, because the agent would load the program's.
     */
    private List<String> loadedByAStart() throws Exception {
        Path log = folder.resolve("loaded");
        Path classes = Built.compile(folder, "", Map.of("Hello.java", HELLO));
        Programs.Outcome outcome = null;
        for (int start = 0; start < 2; start++) {
            outcome = Programs.java(folder, List.of("-XX:ActiveProcessorCount=1", "-javaagent:" + Programs.AGENT,
                    "-Xlog:class+load:file=" + log + "::filecount=0", "-cp", classes.toString()), "Hello");
        }
        assertEquals(0, outcome.status(), outcome.errors());
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            return lines.map(OF_THE_AGENT::matcher).filter(Matcher::matches).map(match -> match.group(1))
                    .filter(name -> !EARLIER.contains(name)).toList();
        }
    }
}
