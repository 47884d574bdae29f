package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Compiles the module's native tests against its klib, or against the klibs it names if it only has tests, runs them, and writes reports
 * like Surefire.
 */
@Mojo(name = "test", defaultPhase = LifecyclePhase.TEST, threadSafe = true)
public class TestMojo extends AbstractKonanMojo {

    /** Tests shared with other targets. */
    @Parameter
    private List<File> commonTestSources = List.of();

    /** Sources of tests for this target; by default those in {@code src/test/kotlin}. */
    @Parameter(defaultValue = "${project.basedir}/src/test/kotlin")
    private List<File> sources;

    @Parameter(property = "skipTests", defaultValue = "false")
    private boolean skipTests;

    @Parameter(property = "maven.test.skip", defaultValue = "false")
    private boolean skipTestsAltogether;

    /** Only runs matching tests, in the format of {@code --ktest_gradle_filter}: {@code -Dkonan.test='*Settings*'}. */
    @Parameter(property = "konan.test")
    private String filter;

    /** Whether the test program is optimised, which takes minutes: for tests that run long. */
    @Parameter(property = "konan.test.optimized", defaultValue = "false")
    private boolean optimized;

    /** Additional environment variables for the tests. */
    @Parameter
    private Map<String, String> environmentVariables = Map.of();

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (skipTests || skipTestsAltogether) {
            getLog().info("native tests are skipped");
            return;
        }
        Path[] own = Files.exists(ownKlib()) ? new Path[] {ownKlib()} : new Path[0];
        Path klib = work().resolve("tests.klib");
        Path program = work().resolve("tests.kexe");
        List<Path> common = SourceFiles.below(commonTestSources, ".kt");
        List<Path> files = new ArrayList<>(common);
        files.addAll(SourceFiles.below(sources, ".kt"));
        if (files.isEmpty()) {
            getLog().info("no native tests");
            return;
        }
        List<Path> libraries = new ArrayList<>(klibFiles());
        libraries.addAll(List.of(own));

        List<String> compile = new ArrayList<>(List.of("-p", "library", "-o", klib.toString()));
        compile.addAll(friendArguments(own));
        compile.addAll(CompileMojo.multiplatformArguments(common));
        compile.addAll(optInArguments());
        compile.addAll(Klibs.arguments(libraries));
        files.forEach(file -> compile.add(file.toString()));
        List<Path> inputs = new ArrayList<>(files);
        inputs.addAll(libraries);
        whenChanged(klib, "native compilation of " + files.size() + " test files", compile, inputs,
                () -> compiler().compile(compile));

        List<String> link = new ArrayList<>(List.of("-tr", WHOLE, "-Xinclude=" + klib, "-o", program.toString()));
        link.addAll(optimized ? List.of("-opt") : debugArguments(libraries));
        link.addAll(Klibs.arguments(libraries));
        List<Path> linked = new ArrayList<>(libraries);
        linked.add(klib);
        whenChanged(program, "linking native tests", link, linked, () -> compiler().compile(link));
        runTests(program);
    }

    private void runTests(Path program) throws IOException, MojoFailureException {
        List<String> command = new ArrayList<>(machine().emulator(sysroot));
        command.addAll(List.of(program.toString(), "--ktest_logger=TEAMCITY"));
        if (filter != null) {
            command.add("--ktest_gradle_filter=" + filter);
        }
        Path log = work().resolve("tests.log");
        Map<String, String> environment = new HashMap<>(environmentVariables);
        // For programs that run themselves and libraries that they build: the kernel cannot run those of another machine.
        environment.put("KONAN_CC", String.join(" ", machine().tool("gcc", sysroot)));
        environment.put("KONAN_EMULATOR", String.join(" ", machine().emulator(sysroot)));
        int status = Processes.run(Processes.withinAnHour(command), project.getBasedir().toPath(), environment, log);
        TestReport report = TestReport.parse(Files.readAllLines(log, StandardCharsets.UTF_8));
        report.write(target().resolve("surefire-reports-native"));
        report.failures().forEach(failure -> getLog().error(failure));
        getLog().info(report.summary() + " (Kotlin/Native)");
        if (status != 0 || report.failed() > 0) {
            testsFailed("native tests failed (" + report.summary() + "; status " + status + "): see " + log);
        }
        if (report.total() == 0 && filter != null) {
            getLog().info("no native test here matches " + filter);
        } else if (report.total() == 0) {
            throw new MojoFailureException("the native test program ran no test: see " + log);
        }
    }
}
