package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.MavenProjectHelper;

/**
 * Skips a slow goal of another plugin if the result would be the same: sets {@code property} to true if nothing in {@code inputs} has
 * changed since {@code output} was created. Documentation takes longer than all compilation together.
 */
@Mojo(name = "skip-if-up-to-date", defaultPhase = LifecyclePhase.PREPARE_PACKAGE, threadSafe = true)
public class SkipIfUpToDateMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Component
    private MavenProjectHelper projectHelper;

    /** Directories and files that the goal reads. */
    @Parameter(required = true)
    private List<File> inputs;

    /** A file that the goal creates. */
    @Parameter(required = true)
    private File output;

    /** The property that tells the goal to do nothing. */
    @Parameter(required = true)
    private String property;

    /** The classifier under which the goal attaches {@code output}, if it does: this goal then does so in its place. */
    @Parameter
    private String classifier;

    @Override
    public void execute() throws MojoExecutionException {
        Path file = output.toPath();
        try {
            String fingerprint = Fingerprint.of(List.of(property, project.getVersion()), SourceFiles.below(inputs, ""));
            if (!Fingerprint.isCurrent(file, fingerprint)) {
                // The goal creates the file after this; if it fails, there is no file, and the record is ignored.
                Fingerprint.begin(file, fingerprint);
                return;
            }
            getLog().info(project.getBasedir().toPath().relativize(file) + ": up to date");
            project.getProperties().setProperty(property, "true");
            if (classifier != null) {
                projectHelper.attachArtifact(project, "jar", classifier, output);
            }
        } catch (IOException failure) {
            throw new MojoExecutionException("cannot tell whether " + output + " is up to date: " + failure.getMessage(), failure);
        }
    }
}
