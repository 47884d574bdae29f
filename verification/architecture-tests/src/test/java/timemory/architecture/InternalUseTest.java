package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import timemory.tests.Repository;

/**
 * Packages with {@code internal} in their names belong to one module. Modules that use another's all the same are listed here, each with
 * its reason; integrations need only {@code timemory.spi}. Sources are checked: Kotlin's inlining makes classes use internals that no
 * source names.
 */
class InternalUseTest {
    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("timemory-counters",
                    "components of timemory's own: they read by the core's sources and clocks, at its sessions' ends"),
            Map.entry("timemory-sampling", "follows each thread's position in its call graph, and adds samples to it"),
            Map.entry("timemory-gpu", "components of timemory's own, whose laps wait for another processor"),
            Map.entry("timemory-roofline", "components of timemory's own, of counters and GPUs together"),
            Map.entry("timemory-forwarding", "components of timemory's own, in libraries that the core loads"),
            Map.entry("timemory-export", "writes what the core has in memory, with its text and file helpers"),
            Map.entry("timemory-live", "reads and changes sessions while they run"),
            Map.entry("timemory-live-http", "shares the core's text and file helpers, and the formats of timemory-export"),
            Map.entry("timemory-history", "shares the core's text helpers and reads CSV by timemory-export"),
            Map.entry("timemory-jvm", "implements readings for the core by the Foreign Function and Memory API"),
            Map.entry("timemory-gotcha-native", "counts for components of timemory's own, in a library that it unpacks"),
            Map.entry("timemory-instrument", "what compiled functions call: as fast as the core's inline functions"),
            Map.entry("timemory-agent", "starts the core in programs that it weaves"),
            Map.entry("timemory-tools", "starts programs with the core inside, and shares its helpers"),
            Map.entry("timemory-timem", "a program of the core's readings"),
            Map.entry("timemory-native", "the C interface of the core's call graph"),
            Map.entry("timemory-spark", "merges parts of files as timemory-export does, which programs merge as wholes"));

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package (timemory[\\w.]*)");
    private static final Pattern INTERNAL = Pattern.compile("\\b(timemory\\.(?:\\w+\\.)*internal(?:\\.[a-z]\\w*)*)\\b");
    private static final List<String> SOURCES = List.of("src/main", "common/src", "jvm/src", "native/src", "src");
    private static final Set<String> OTHERS = Set.of("timemory-dsl", "timemory-off");

    @Test
    void modulesUseTheirOwnInternalsOnlyUnlessListed() throws IOException {
        Set<String> listed = new TreeSet<>(ALLOWED.keySet());
        Map<String, Set<String>> found = new TreeMap<>();
        for (String module : published()) {
            Set<String> used = foreignInternals(Repository.module(module));
            if (!used.isEmpty() && !listed.remove(module)) found.put(module, used);
        }
        assertEquals(Map.of(), found, "use what another module keeps to itself");
        assertEquals(Set.of(), listed, "use no internals any more: take them from the list");
    }

    @Test
    void integrationsUseNoInternalsOfTheCore() throws IOException {
        Set<String> found = new TreeSet<>();
        List<String> integrations = integrations();
        assertTrue(integrations.size() >= 7, () -> "only " + integrations);
        for (String module : integrations) {
            foreignInternals(Repository.module(module)).stream()
                    .filter(name -> name.startsWith("timemory.internal"))
                    .forEach(name -> found.add(module + ": " + name));
            found.addAll(inClassesOfJava(Repository.module(module)));
        }
        assertEquals(Set.of(), found, "timemory.spi has what integrations need");
    }

    /** A call needs no import: {@code bundle.getSet()}. */
    private static List<String> inClassesOfJava(Path module) {
        return new ClassFileImporter().importPath(module.resolve("target/classes")).stream()
                .filter(javaClass -> javaClass.getSource().flatMap(source -> source.getFileName()).orElse("").endsWith(".java"))
                .flatMap(javaClass -> javaClass.getDirectDependenciesFromSelf().stream())
                .filter(use -> isInternalOfTheCore(use.getTargetClass().getBaseComponentType()))
                .map(Dependency::getDescription)
                .toList();
    }

    private static boolean isInternalOfTheCore(JavaClass javaClass) {
        return javaClass.getPackageName().startsWith("timemory.internal.");
    }

    private static List<String> integrations() {
        return published().stream().filter(module -> Repository.module(module).startsWith(ROOT.resolve("integrations"))).toList();
    }

    /** All modules but those that only test, try or build. */
    private static List<String> published() {
        return Repository.modules().entrySet().stream()
                .filter(module -> module.getKey().startsWith("timemory-") && !OTHERS.contains(module.getKey()))
                .filter(module -> Stream.of("verification", "samples", "build", "timemory-dsl").noneMatch(
                        folder -> module.getValue().startsWith(ROOT.resolve(folder))))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The internal packages, and functions in them, that the module's sources name without declaring the package. */
    private static Set<String> foreignInternals(Path module) throws IOException {
        Set<String> own = new TreeSet<>();
        Set<String> named = new TreeSet<>();
        for (Path source : sources(module)) {
            String text = Files.readString(source);
            Matcher declared = PACKAGE.matcher(text);
            if (declared.find() && INTERNAL.matcher(declared.group(1)).matches()) own.add(declared.group(1));
            Matcher internal = INTERNAL.matcher(text);
            while (internal.find()) named.add(internal.group(1));
        }
        named.removeIf(name -> own.stream().anyMatch(mine -> name.equals(mine) || name.startsWith(mine + ".")));
        return named;
    }

    private static Set<Path> sources(Path module) throws IOException {
        Set<Path> sources = new TreeSet<>();
        for (String folder : SOURCES) {
            if (!Files.isDirectory(module.resolve(folder))) continue;
            try (Stream<Path> files = Files.walk(module.resolve(folder))) {
                sources.addAll(files.filter(file -> file.toString().matches(".*\\.(kt|java)")).filter(
                        file -> !file.startsWith(module.resolve("src/test"))).collect(Collectors.toSet()));
            }
        }
        return sources;
    }
}
