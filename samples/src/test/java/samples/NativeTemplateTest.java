package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The template of a Kotlin/Native project, as a newcomer builds it: outside this build, from a local repository with the artifacts that
 * {@code mvn install} would put there. All else in that repository is this machine's, by links.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NativeTemplateTest {

    private static final String VERSION = "0.2.0-SNAPSHOT";
    private static final Path PLUGIN = ROOT.resolve("build/konan-maven-plugin/target/konan-maven-plugin-" + VERSION + ".jar");
    private static final Path KLIB = ROOT.resolve("timemory-dsl/target/timemory-dsl.klib");

    /** Not a temporary folder, so that unchanged sources are not compiled again. */
    private static final Path WORK = Path.of("target/native-template").toAbsolutePath();
    private static final Path REPOSITORY = WORK.resolve("repository");
    private static final Path PROJECT = WORK.resolve("project");

    private static final long MAX_PROGRAM = 1_700_000;

    private record Run(int status, String output) {}

    @BeforeAll
    static void copyTheTemplate() throws IOException {
        assumeTrue(Files.exists(KLIB), "native code is not built on this machine");
        assumeTrue(Files.exists(PLUGIN), "konan-maven-plugin is not packaged: mvn verify, not mvn test");
        linkAllOfTheLocalRepository(Path.of(System.getProperty("maven.repository")), REPOSITORY, List.of("dev", "timemory"));
        stage("timemory-parent", Map.of("pom", ROOT.resolve("pom.xml")));
        stage("konan-maven-plugin", Map.of("pom", ROOT.resolve("build/konan-maven-plugin/pom.xml"), "jar", PLUGIN));
        stage("timemory-cinterop", published(ROOT.resolve("cinterop/linux"), "timemory-cinterop"));
        stage("timemory-dsl", published(ROOT.resolve("timemory-dsl"), "timemory-dsl"));
        copyTree(Path.of("native/template"), PROJECT);
        takeMachineCode("timemory-cinterop", ROOT.resolve("cinterop/linux"));
        takeMachineCode("timemory-dsl", ROOT.resolve("timemory-dsl"));
    }

    /** A newcomer's first build compiles a klib to machine code for half a minute; this build has done so already, of the same klib. */
    private static void takeMachineCode(String klib, Path module) throws IOException {
        Path made = module.resolve("target/konan/compiled");
        Path taken = PROJECT.resolve("target/konan/snapshots/" + klib);
        if (Files.isDirectory(made) && !Files.exists(taken)) {
            copyTree(made, taken);
        }
    }

    /** What the module would install: its klib with the POM, and with the Gradle metadata if the build has created it. */
    private static Map<String, Path> published(Path module, String name) {
        Path konan = module.resolve("target/konan");
        Path pom = konan.resolve("published-pom.xml");
        Path klib = module.resolve("target/" + name + ".klib");
        return Files.exists(pom) && Files.exists(konan.resolve("module.json"))
                ? Map.of("pom", pom, "klib", klib, "module", konan.resolve("module.json"))
                : Map.of("pom", Files.exists(pom) ? pom : module.resolve("pom.xml"), "klib", klib);
    }

    private static void stage(String artifact, Map<String, Path> files) throws IOException {
        Path directory = Files.createDirectories(REPOSITORY.resolve("dev/timemory/" + artifact + "/" + VERSION));
        for (Map.Entry<String, Path> file : files.entrySet()) {
            Path to = directory.resolve(artifact + "-" + VERSION + "." + file.getKey());
            Files.copy(file.getValue(), to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Links everything below {@code from}, except the folder {@code without}, which is created. */
    private static void linkAllOfTheLocalRepository(Path from, Path to, List<String> without) throws IOException {
        Files.createDirectories(to);
        if (without.isEmpty()) {
            return;
        }
        try (Stream<Path> children = Files.list(from)) {
            for (Path child : children.toList()) {
                Path link = to.resolve(child.getFileName());
                if (!child.getFileName().toString().equals(without.get(0)) && !Files.exists(link)) {
                    Files.createSymbolicLink(link, child);
                }
            }
        }
        Path kept = from.resolve(without.get(0));
        if (Files.isDirectory(kept)) {
            linkAllOfTheLocalRepository(kept, to.resolve(without.get(0)), without.subList(1, without.size()));
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.filter(Files::isRegularFile).filter(path -> !path.startsWith(from.resolve("target"))).toList()) {
                Path copy = to.resolve(from.relativize(path).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static Run run(Path directory, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_") || name.startsWith("MAVEN_"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes());
        return new Run(process.waitFor(), output);
    }

    private static Run maven(String... arguments) throws IOException, InterruptedException {
        String maven = Path.of(System.getProperty("maven.home"), "bin", "mvn").toString();
        List<String> command = new ArrayList<>(List.of(maven, "-B", "-o", "-Dmaven.repo.local=" + REPOSITORY));
        command.addAll(List.of(arguments));
        return run(PROJECT, command);
    }

    @Tag("thorough")
    @Test
    @Order(1)
    void compilingSaysThatItMakesNoProgram() throws Exception {
        Files.deleteIfExists(PROJECT.resolve("target/measured.kexe"));
        Run run = maven("compile");
        assertEquals(0, run.status(), run.output());
        assertTrue(run.output().contains("compiled to target/measured.klib, which is a library: mvn package links the program"),
                run.output());
        assertFalse(Files.exists(PROJECT.resolve("target/measured.kexe")));
    }

    @Test
    @Order(2)
    void packagingMakesAProgramThatMeasuresItself() throws Exception {
        Run build = maven("package");
        assertEquals(0, build.status(), build.output());
        assertFalse(build.output().contains("[WARNING]"), build.output());
        Run program = run(WORK, List.of(PROJECT.resolve("target/measured.kexe").toString()));
        assertEquals(0, program.status(), program.output());
        assertTrue(program.output().contains("2262 primes"), program.output());
        assertTrue(program.output().contains("primes  "), program.output());
    }

    /** Built as docs/kotlin-native.md describes for a small program. It takes a minute to link. */
    @Test
    @Order(3)
    @EnabledIfEnvironmentVariable(named = "THOROUGH", matches = "true")
    void aSmallProgramHasNoMoreThanWhatItMeasuresWith() throws Exception {
        Path pom = PROJECT.resolve("small.xml");
        Files.writeString(pom, Files.readString(PROJECT.resolve("pom.xml")).replace("<artifactId>measured<", "<artifactId>small<"));
        Run build = maven("package", "-Dkonan.optimized", "-f", pom.toString());
        assertEquals(0, build.status(), build.output());
        Path program = PROJECT.resolve("target/small.kexe");
        Run strip = run(PROJECT, List.of("strip", "-s", program.toString()));
        assertEquals(0, strip.status(), strip.output());
        assertTrue(Files.size(program) <= MAX_PROGRAM, Files.size(program) + " bytes, and " + MAX_PROGRAM + " at the most");
        Run run = run(WORK, List.of(program.toString()));
        assertEquals(0, run.status(), run.output());
        assertTrue(run.output().contains("primes  "), run.output());
        // Kotlin's strings are stored in a program as UTF-16.
        String text = new String(Files.readAllBytes(program), StandardCharsets.UTF_16LE).toLowerCase(Locale.ROOT);
        assertTrue(text.contains("wall_clock"), "strings are not as they are looked for here");
        assertFalse(text.contains("cupti") || text.contains("papi"), "the core knows of modules on it");
    }

    @Test
    void aKlibThatIsMissingIsNamedWithWhoAskedForIt() throws Exception {
        Path pom = PROJECT.resolve("misspelt.xml");
        Files.writeString(pom, Files.readString(PROJECT.resolve("pom.xml")).replace("timemory-dsl:", "timemory-dls:"));
        Run run = maven("compile", "-f", pom.toString());
        assertTrue(run.status() != 0, run.output());
        assertTrue(run.output().contains("klib 'dev.timemory:timemory-dls:" + VERSION + "', which module 'measured' uses: "), run.output());
    }
}
