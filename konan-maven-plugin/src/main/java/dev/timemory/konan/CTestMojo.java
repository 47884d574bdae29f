package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Compiles each C file of a directory against the module's shared library with gcc, as a C program's own build would, and runs it in
 * an empty directory: status 0 is a test passed. Where a script {@code name.check} stands beside {@code name.c}, it must agree too: it
 * runs in the same directory afterwards, and sees the files that the program wrote as it ended.
 *
 * <p>What is tested beside the functions is that the header compiles without a warning, and the library's name and exported symbols.
 */
@Mojo(name = "c-test", defaultPhase = LifecyclePhase.INTEGRATION_TEST, threadSafe = true)
public class CTestMojo extends AbstractKonanMojo {

    private static final String SUITE = "c";

    @Parameter(defaultValue = "${project.basedir}/test/c")
    private File programs;

    @Parameter(required = true)
    private File include;

    /** The shared library, {@code lib<name>.so}. */
    @Parameter(required = true)
    private File library;

    @Parameter(property = "skipTests", defaultValue = "false")
    private boolean skipTests;

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (skipTests) {
            getLog().info("C tests are skipped");
            return;
        }
        TestReport report = new TestReport();
        for (Path source : SourceFiles.below(List.of(programs), ".c")) {
            runOne(source, report);
        }
        report.write(target().resolve("surefire-reports-" + SUITE));
        report.failures().forEach(failure -> getLog().error(failure));
        getLog().info(report.summary() + " (C)");
        if (report.failed() > 0) {
            throw new MojoFailureException("C tests failed: " + report.summary());
        }
    }

    private void runOne(Path source, TestReport report) throws IOException, MojoExecutionException, MojoFailureException {
        String name = source.getFileName().toString().replaceFirst("\\.c$", "");
        Path program = work().resolve("c").resolve(name);
        Path log = work().resolve("c").resolve(name + ".log");
        List<String> gcc = new ArrayList<>(List.of("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread", "-I" + include));
        gcc.addAll(List.of(source.toString(), library.toString(), "-Wl,-rpath," + library.getParent(), "-o", program.toString()));
        List<Path> inputs = new ArrayList<>(List.of(source, library.toPath()));
        inputs.addAll(SourceFiles.below(List.of(include), ".h"));
        whenChanged(program, "compiling " + source.getFileName(), gcc, inputs, () -> {
            if (Processes.run(gcc, project.getBasedir().toPath(), log) != 0) {
                throw new MojoFailureException("gcc refuses " + source + ":\n" + Files.readString(log));
            }
        });

        Path directory = Files.createTempDirectory(work(), name + "-");
        long start = System.nanoTime();
        int status = Processes.run(List.of(program.toString()), directory, log);
        double seconds = (System.nanoTime() - start) / 1e9;
        String failure = status == 0 ? null : "status " + status + "\n" + Files.readString(log);
        Path check = source.resolveSibling(name + ".check");
        if (failure == null && Files.exists(check) && Processes.run(List.of(check.toString()), directory, log) != 0) {
            failure = check.getFileName() + " in " + directory + ":\n" + Files.readString(log);
        }
        if (failure == null) {
            report.passed(SUITE, name, seconds);
            KonanTools.deleteTree(directory);
        } else {
            report.failed(SUITE, name, seconds, failure);
        }
    }
}
