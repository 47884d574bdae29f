package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import timemory.tests.Repository;

/**
 * Only {@code SystemEnvironment} reads system properties and environment variables, and only {@code TemporaryFolder} creates temporary
 * files: programs may remove any property.
 */
class SystemEnvironmentTest {
    /** All that run in a program or as a command; the plugins for Maven and Gradle run in those, and lack the core. */
    private static final List<String> MODULES = List.of(
            "timemory-dsl", "timemory-counters", "timemory-sampling", "timemory-live", "timemory-gpu", "timemory-export",
            "timemory-roofline", "timemory-forwarding", "timemory-instrument", "timemory-live-http", "timemory-jvm",
            "timemory-gotcha-native", "timemory-bridges", "timemory-context-propagation", "timemory-spring", "timemory-ktor",
            "timemory-micronaut", "timemory-spark", "timemory-test", "timemory-agent", "timemory-tools", "timemory-history",
            "timemory-jupyter");

    private static final Map<String, Set<String>> DIRECT = Map.of(
            "java.lang.System", Set.of("getProperty", "getProperties", "getenv"),
            "java.lang.Integer", Set.of("getInteger"),
            "java.lang.Long", Set.of("getLong"),
            "java.lang.Boolean", Set.of("getBoolean"),
            "java.nio.file.Files", Set.of("createTempFile", "createTempDirectory"),
            "java.io.File", Set.of("createTempFile"));

    /** The second is in the boot loader, without the core, before the program has started; its exceptions end only measuring. */
    private static final Set<String> ALLOWED =
            Set.of("timemory.internal.platform.SystemEnvironment", "timemory.agent.boot.AheadOfTime");

    @Test
    void propertiesAreReadInOnePlace() {
        JavaClasses classes = new ClassFileImporter()
                .importPaths(MODULES.stream().map(module -> Repository.module(module).resolve("target/classes")).toList());
        Set<String> past = new TreeSet<>();
        Set<String> readers = new TreeSet<>();
        for (JavaClass javaClass : classes) {
            Stream<JavaAccess<? extends AccessTarget>> calls = Stream.concat(
                    javaClass.getAccessesFromSelf().stream(), javaClass.getCodeUnitReferencesFromSelf().stream());
            calls.forEach(call -> {
                String owner = call.getTargetOwner().getName();
                if (!DIRECT.getOrDefault(owner, Set.of()).contains(call.getTarget().getName())) return;
                (ALLOWED.contains(javaClass.getName()) ? readers : past).add(javaClass.getName() + ": " + owner + "." + call.getName());
            });
        }
        assertEquals(Set.of(), past);
        assertTrue(readers.contains("timemory.internal.platform.SystemEnvironment: java.lang.System.getProperty"), readers.toString());
    }
}
