package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Sets the properties that the other plugins of a module need: {@code jdk25.home} and {@code jdk17.home}, whichever Java Maven itself
 * runs on, {@code jdk17.missing}, and {@code kotlin.common.sources} and {@code kotlin.common.test.sources}, the files that the
 * Kotlin compiler takes as common sources.
 */
@Mojo(name = "prepare", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public class PrepareMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    /** Directories of sources shared by all targets. */
    @Parameter
    private List<File> commonSources = List.of();

    /** Directories of tests shared by all targets. */
    @Parameter
    private List<File> commonTestSources = List.of();

    @Override
    public void execute() throws MojoExecutionException {
        JdkFinder jdks = JdkFinder.forThisMachine();
        Path jdk25 = jdks.find(25)
                .orElseThrow(() -> new MojoExecutionException(
                        "No JDK 25 found: install one (such as Eclipse Temurin 25) below /usr/lib/jvm or ~/.jdks, or set JAVA_HOME_25 to it"));
        set("jdk25.home", jdk25.toString());
        Optional<Path> jdk17 = jdks.find(17);
        if (jdk17.isEmpty()) {
            getLog().warn("No JDK 17 found: the tests are not run on it (install one below /usr/lib/jvm, or set JAVA_HOME_17 to it)");
        }
        set("jdk17.home", jdk17.map(Path::toString).orElse(""));
        set("jdk17.missing", Boolean.toString(jdk17.isEmpty()));
        try {
            set("kotlin.common.sources", commaSeparated(commonSources));
            set("kotlin.common.test.sources", commaSeparated(commonTestSources));
        } catch (IOException failure) {
            throw new MojoExecutionException("cannot list the common sources of " + project.getArtifactId(), failure);
        }
    }

    private static String commaSeparated(List<File> directories) throws IOException {
        return SourceFiles.below(directories, ".kt").stream().map(Path::toString).collect(Collectors.joining(","));
    }

    private void set(String name, String value) {
        project.getProperties().setProperty(name, value);
    }
}
