package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the tests of a Python package, {@code python3 -m tests} in its directory, which report like those of Kotlin/Native, and writes
 * reports like Surefire. Without Python there is one test, which is skipped. Several suites run concurrently: they mostly wait for
 * programs.
 */
@Mojo(name = "python-test", defaultPhase = LifecyclePhase.INTEGRATION_TEST, threadSafe = true)
public class PythonTestMojo extends AbstractKonanMojo {

    @Parameter(defaultValue = "${project.basedir}/python")
    private File directory;

    /** Tests to run together; by default those in the package's own folder {@code tests}. */
    @Parameter
    private List<PythonSuite> suites = List.of(new PythonSuite());

    /** How many suites run at once. */
    @Parameter(property = "python.tests.atOnce", defaultValue = "3")
    private int atOnce;

    /** The first of these that is installed and new enough. The system's comes first: it has the packages that the system installs. */
    @Parameter
    private List<String> pythons = List.of("/usr/bin/python3", "python3");

    @Parameter(property = "skipTests", defaultValue = "false")
    private boolean skipTests;

    /** Additional environment variables for the tests. */
    @Parameter
    private Map<String, String> environmentVariables = Map.of();

    @Override
    boolean isOfThisMachineAlone() {
        return true;
    }

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (skipTests) {
            getLog().info("Python tests are skipped");
            return;
        }
        Path log = work().resolve("python.log");
        String python = pythons.stream().filter(candidate -> isNewEnough(candidate, log)).findFirst().orElse(null);
        if (python == null) {
            getLog().warn("Python tests are skipped: there is no Python 3.9 or later (" + String.join(", ", pythons) + ")");
        }
        List<Callable<String>> runs = suites.stream().<Callable<String>>map(suite -> () -> outcomeOf(suite, python)).toList();
        List<String> failures = together(runs, atOnce);
        failures.removeIf(String::isEmpty);
        if (!failures.isEmpty()) {
            testsFailed(String.join("\n", failures));
        }
    }

    /** Runs {@code suite}; returns a description of its failure, if any. */
    private String outcomeOf(PythonSuite suite, String python) throws IOException {
        String reports = suite.reports();
        TestReport report = new TestReport();
        Path log = work().resolve(reports + "-tests.log");
        int status = 0;
        if (python == null) {
            report.skipped("tests", reports);
        } else {
            status = Processes.run(Processes.withinAnHour(suite.command(python)), directory.toPath(), environmentVariables, log);
            report = TestReport.parse(Files.readAllLines(log, StandardCharsets.UTF_8));
        }
        report.write(target().resolve("surefire-reports-" + reports));
        report.failures().forEach(failure -> getLog().error(failure));
        getLog().info(report.summary() + " (" + reports + ")");
        boolean isGood = status == 0 && report.failed() == 0 && report.total() > 0;
        return isGood ? "" : "Tests failed (" + reports + "; " + report.summary() + "; status " + status + "): see " + log;
    }

    /** The results of {@code runs}, in order; at most {@code atOnce} run at a time. All are run, even if others fail. */
    static <T> List<T> together(List<Callable<T>> runs, int atOnce) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, Math.min(atOnce, runs.size())));
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> run : threads.invokeAll(runs)) {
                results.add(run.get());
            }
            return results;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running tests", interrupted);
        } catch (ExecutionException failure) {
            throw new IOException("tests cannot be run: " + failure.getCause().getMessage(), failure.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    static boolean isNewEnough(String python, Path log) {
        if (HiddenTools.hides("python3")) {
            return false;
        }
        try {
            return Processes.run(List.of(python, "-c", "import sys; sys.exit(sys.version_info < (3, 9))"), log.getParent(), log) == 0;
        } catch (IOException ignored) {
            return false;
        }
    }
}
