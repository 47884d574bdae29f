package timemory.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import timemory.tests.Repository;

/** The house stands as {@code docs/dev/architecture.md} draws it: in the compiled classes of all modules. */
class ArchitectureTest {
    static final List<String> MODULES = List.of(
            "timemory-dsl", "timemory-counters", "timemory-sampling", "timemory-live", "timemory-gpu", "timemory-export",
            "timemory-roofline", "timemory-forwarding", "timemory-instrument", "timemory-compiler-plugin", "timemory-live-http",
            "timemory-jvm", "timemory-gotcha-native", "timemory-bridges",
            "timemory-context-propagation", "timemory-spring", "timemory-ktor", "timemory-micronaut", "timemory-spark",
            "timemory-test",
            "timemory-agent",
            "timemory-tools",
            "timemory-history",
            "timemory-jupyter",
            "konan-maven-plugin");

    static final JavaClasses CLASSES = new ClassFileImporter()
            .importPaths(MODULES.stream().map(module -> Repository.module(module).resolve("target/classes")).toList());

    @Test
    void aClassUsesItsOwnLayerAndThoseBelow() {
        classes().should(new ArchCondition<JavaClass>("use their own layer and those below (docs/dev/architecture.md, Layer.java)") {
            @Override
            public void check(JavaClass from, ConditionEvents events) {
                Optional<Layer> layer = layer(from);
                if (layer.isEmpty()) {
                    return;
                }
                for (Dependency use : from.getDirectDependenciesFromSelf()) {
                    layer(use.getTargetClass())
                            .filter(target -> target.compareTo(layer.get()) > 0)
                            .ifPresent(target -> events.add(SimpleConditionEvent.violated(
                                    from, "layer '" + layer.get().title + "' lies below '" + target.title + "': " + use.getDescription())));
                }
            }
        }).check(CLASSES);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().assignedFrom(new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                String name = layer(javaClass).map(layer -> "layer " + layer.title).orElse(javaClass.getPackageName());
                return name.startsWith("layer ") || isOurs(javaClass) ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "layers of the core, and packages of the other modules";
            }
        }).should().beFreeOfCycles().check(CLASSES);
    }

    /** Maven's rules for modules as a whole, applied to the core separately: it has to compile, and be tested, without the others. */
    @Test
    void theCoreKnowsNothingOfTheModulesOnIt() {
        JavaClasses core = new ClassFileImporter().importPath(ROOT.resolve("timemory-dsl/target/classes"));
        Set<String> own = core.stream().map(JavaClass::getName).collect(Collectors.toSet());
        Set<String> others = new TreeSet<>();
        for (JavaClass from : core) {
            for (Dependency use : from.getDirectDependenciesFromSelf()) {
                JavaClass target = use.getTargetClass().getBaseComponentType();
                if (isOurs(target) && !own.contains(target.getName())) {
                    others.add(use.getDescription());
                }
            }
        }
        assertEquals(Set.of(), others);
    }

    @Test
    void packagesAreFoldersAndBelongToOneModuleEach() throws IOException {
        Map<String, Set<String>> modules = new TreeMap<>();
        for (String module : MODULES) {
            Path classes = Repository.module(module).resolve("target/classes");
            try (Stream<Path> files = Files.walk(classes)) {
                files.filter(file -> file.toString().endsWith(".class") && !file.startsWith(classes.resolve("META-INF")))
                        .map(file -> classes.relativize(file.getParent()).toString().replace('/', '.'))
                        .forEach(name -> modules.computeIfAbsent(name, key -> new TreeSet<>()).add(module));
            }
        }
        modules.values().removeIf(those -> those.size() == 1);
        assertEquals(Map.of(), modules);
    }

    @Test
    void theDocsNameTheLayersInThisOrder() throws IOException {
        List<String> drawn = Files.readAllLines(ROOT.resolve("docs/dev/architecture.md")).stream()
                .dropWhile(line -> !line.equals("## Layers"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| ") && !line.startsWith("| layer "))
                .map(line -> line.split("\\|")[1].strip())
                .toList();
        assertEquals(Arrays.stream(Layer.values()).map(layer -> layer.title).toList(), drawn);
    }

    /** Else a file that was renamed would fall, unnoticed, into another layer. */
    @Test
    void everyFileThatALayerNamesIsThere() {
        Set<String> files = CLASSES.stream()
                .filter(javaClass -> Layer.SEVERAL_LAYERS.contains(javaClass.getPackageName()))
                .map(ArchitectureTest::sourceFile)
                .collect(Collectors.toSet());
        Set<String> gone =
                Arrays.stream(Layer.values()).flatMap(layer -> layer.files().stream()).collect(Collectors.toCollection(TreeSet::new));
        assertTrue(files.size() > 50, () -> "only " + files);
        gone.removeAll(files);
        assertEquals(Set.of(), gone);
    }

    private static boolean isOurs(JavaClass javaClass) {
        return javaClass.getPackageName().equals("timemory")
                || javaClass.getPackageName().startsWith("timemory.")
                || javaClass.getPackageName().startsWith("dev.timemory.");
    }

    private static Optional<Layer> layer(JavaClass javaClass) {
        JavaClass component = javaClass.getBaseComponentType();
        return isOurs(component) ? Layer.of(component.getPackageName(), sourceFile(component)) : Optional.empty();
    }

    /** Without its extension. If a class was not imported, its name determines the file. */
    private static String sourceFile(JavaClass javaClass) {
        String name = javaClass.getSource().flatMap(source -> source.getFileName()).orElse(javaClass.getSimpleName());
        return name.replaceFirst("\\.(kt|java)$", "");
    }
}
