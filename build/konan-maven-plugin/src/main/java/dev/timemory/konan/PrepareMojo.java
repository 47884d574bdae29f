package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Sets the properties that the other plugins of a module need: {@code jdk25.home}, {@code jdk17.home} and {@code jdk17.missing},
 * whichever Java Maven itself runs on; {@code kotlin.compiler.jdkHome}; and {@code kotlin.common.sources} and
 * {@code kotlin.common.test.sources}, the files that the Kotlin compiler takes as common sources.
 *
 * <p>Not every plugin supports Maven toolchains, and the Kotlin compiler plugin does not; all of them take a property. The compiler
 * needs the common sources listed file by file, because its plugin passes single files and the compiler compares their names.
 */
@Mojo(name = "prepare", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public class PrepareMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true)
    private MavenSession session;

    /** Directories of sources shared by all targets. */
    @Parameter
    private List<File> commonSources = List.of();

    /** Directories of tests shared by all targets. */
    @Parameter
    private List<File> commonTestSources = List.of();

    @Override
    public void execute() throws MojoExecutionException {
        Jdks jdks = Jdks.of(session, getLog());
        set("jdk25.home", jdks.newer().toString());
        set("kotlin.compiler.jdkHome", jdks.newer().toString());
        set("jdk17.home", jdks.older().map(Path::toString).orElse(""));
        set("jdk17.missing", Boolean.toString(jdks.older().isEmpty()));
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
