package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * Runs the tests of a Python package, {@code python3 -m tests} in its directory, which tell of themselves as those of Kotlin/Native do,
 * and writes their reports as Surefire does. Without a Python there is one test, which is skipped.
 */
@Mojo(name = "python-test", defaultPhase = LifecyclePhase.INTEGRATION_TEST, threadSafe = true)
public class PythonTestMojo extends AbstractKonanMojo {

    @Parameter(defaultValue = "${project.basedir}/python")
    private File directory;

    /** Where the tests are, if not in the package's own folder {@code tests}: they are run all the same by what is there. */
    @Parameter
    private File tests;

    /** What the reports are called after. */
    @Parameter(defaultValue = "python")
    private String reports;

    /** The first of these that is there and new enough. The system's goes first: it has the packages that the system installs. */
    @Parameter
    private List<String> pythons = List.of("/usr/bin/python3", "python3");

    @Parameter(property = "skipTests", defaultValue = "false")
    private boolean skipTests;

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (skipTests) {
            getLog().info("Python tests are skipped");
            return;
        }
        Path log = work().resolve(reports + "-tests.log");
        String python = pythons.stream().filter(candidate -> isNewEnough(candidate, log)).findFirst().orElse(null);
        TestReport report = new TestReport();
        int status = 0;
        if (python == null) {
            getLog().warn("Python tests are skipped: there is no Python 3.9 or later (" + String.join(", ", pythons) + ")");
            report.skipped("tests", reports);
        } else {
            List<String> command = new ArrayList<>(List.of(python, "-B", "-m", "tests"));
            if (tests != null) {
                command.add(tests.toString());
            }
            status = Processes.run(command, directory.toPath(), log);
            report = TestReport.parse(Files.readAllLines(log, StandardCharsets.UTF_8));
        }
        report.write(target().resolve("surefire-reports-" + reports));
        report.failures().forEach(failure -> getLog().error(failure));
        getLog().info(report.summary() + " (" + reports + ")");
        if (status != 0 || report.failed() > 0 || report.total() == 0) {
            testsFailed("Tests failed (" + reports + "; " + report.summary() + "; status " + status + "): see " + log);
        }
    }

    static boolean isNewEnough(String python, Path log) {
        try {
            return Processes.run(List.of(python, "-c", "import sys; sys.exit(sys.version_info < (3, 9))"), log.getParent(), log) == 0;
        } catch (IOException missing) {
            return false;
        }
    }
}
