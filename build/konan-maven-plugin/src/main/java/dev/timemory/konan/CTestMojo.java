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
 * Compiles each C, C++ and Fortran file of a directory against the module's shared library, as a user's build would, and runs it in an
 * empty directory: it passes if it exits with status 0. If there is a script {@code name.check} next to {@code name.c}, it must succeed
 * too: it runs in the same directory afterwards and sees the files that the program wrote on exit.
 *
 * <p>Besides the functions, this tests that the headers compile without warnings, and checks the library's name and exported symbols.
 * Programs in a language for which this machine has no compiler are skipped.
 */
@Mojo(name = "c-test", defaultPhase = LifecyclePhase.INTEGRATION_TEST, threadSafe = true)
public class CTestMojo extends AbstractKonanMojo {

    /** A language, with its compiler and the flags under which its programs must compile without warnings. */
    private enum Language {
        C(".c", "gcc", "-std=c11"),
        CPP(".cpp", "g++", "-std=c++11"),
        FORTRAN(".f90", "gfortran", "-std=f2008");

        final String ending;
        final String compiler;
        final String standard;

        Language(String ending, String compiler, String standard) {
            this.ending = ending;
            this.compiler = compiler;
            this.standard = standard;
        }

        String suite() {
            return name().toLowerCase();
        }
    }

    @Parameter(defaultValue = "${project.basedir}/test")
    private File programs;

    @Parameter(required = true)
    private File include;

    /** The shared library, {@code lib<name>.so}. */
    @Parameter(required = true)
    private File library;

    /** The Fortran module, which is compiled with each program. */
    @Parameter
    private File fortranModule;

    /** What the programs find in their environment, each {@code NAME=value}. */
    @Parameter
    private List<String> environment = List.of();

    @Parameter(property = "skipTests", defaultValue = "false")
    private boolean skipTests;

    @Override
    boolean isOfThisMachineAlone() {
        return true;
    }

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (skipTests) {
            getLog().info("C tests are skipped");
            return;
        }
        TestReport report = new TestReport();
        for (Language language : Language.values()) {
            boolean possible = isThere(language.compiler);
            for (Path source : SourceFiles.below(List.of(programs), language.ending)) {
                if (possible) {
                    runOne(language, source, report);
                } else {
                    getLog().warn(source.getFileName() + " is not tested: there is no " + language.compiler);
                    report.skipped(language.suite(), nameOf(source));
                }
            }
        }
        report.write(target().resolve("surefire-reports-c"));
        report.failures().forEach(failure -> getLog().error(failure));
        getLog().info(report.summary() + " (C, C++, Fortran)");
        if (report.failed() > 0) {
            testsFailed("C tests failed: " + report.summary());
        }
    }

    private boolean isThere(String compiler) throws IOException {
        // The C compiler is not optional: the build needs it.
        if (!compiler.equals(Language.C.compiler) && HiddenTools.hides(compiler)) {
            return false;
        }
        try {
            return Processes.run(List.of(compiler, "--version"), project.getBasedir().toPath(), work().resolve("c-compiler.log")) == 0;
        } catch (IOException ignored) {
            return false;
        }
    }

    private static String nameOf(Path source) {
        return source.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    }

    private void runOne(Language language, Path source, TestReport report)
            throws IOException, MojoExecutionException, MojoFailureException {
        String name = nameOf(source);
        Path program = work().resolve(language.suite()).resolve(name);
        Path log = work().resolve(language.suite()).resolve(name + ".log");
        List<Path> sources = new ArrayList<>(List.of(source));
        if (language == Language.FORTRAN && fortranModule != null) {
            sources.add(0, fortranModule.toPath());
        }
        List<Path> inputs = new ArrayList<>(sources);
        inputs.add(library.toPath());
        inputs.addAll(SourceFiles.below(List.of(include), ".h"));
        inputs.addAll(SourceFiles.below(List.of(include), ".hpp"));
        List<String> command = new ArrayList<>(List.of(language.compiler, language.standard));
        command.addAll(List.of("-Wall", "-Wextra", "-Werror", "-pthread", "-I" + include));
        sources.forEach(file -> command.add(file.toString()));
        command.addAll(List.of(library.toString(), "-Wl,-rpath," + library.getParent(), "-o", program.toString()));
        whenChanged(program, "compiling " + source.getFileName(), command, inputs, () -> {
            // Where Fortran writes the module file.
            if (Processes.run(command, program.getParent(), log) != 0) {
                throw new MojoFailureException(language.compiler + " failed for " + source + ":\n" + Files.readString(log));
            }
        });

        Path directory = Files.createTempDirectory(work(), name + "-");
        long start = System.nanoTime();
        List<String> run = new ArrayList<>(List.of("env"));
        run.addAll(environment);
        run.addAll(List.of("timeout", "-k", "5", "300", program.toString()));
        int status = Processes.run(run, directory, log);
        double seconds = (System.nanoTime() - start) / 1e9;
        String failure = status == 0 ? null : "status " + status + "\n" + Files.readString(log);
        Path check = source.resolveSibling(name + ".check");
        if (failure == null && Files.exists(check) && Processes.run(List.of(check.toString()), directory, log) != 0) {
            failure = check.getFileName() + " in " + directory + ":\n" + Files.readString(log);
        }
        if (failure == null) {
            report.passed(language.suite(), name, seconds);
            KonanTools.deleteTree(directory);
        } else {
            report.failed(language.suite(), name, seconds, failure);
        }
    }
}
