package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Removes information that only helps when debugging inside the library from its class files: see {@link StripClassFiles}. */
@Mojo(name = "strip-class-files", defaultPhase = LifecyclePhase.PROCESS_CLASSES, threadSafe = true)
public class StripClassFilesMojo extends AbstractMojo {

    /** The directory of the class files. */
    @Parameter(defaultValue = "${project.build.outputDirectory}")
    private File classes;

    @Override
    public void execute() throws MojoExecutionException {
        if (!classes.isDirectory()) {
            return;
        }
        try {
            for (Path file : SourceFiles.below(List.of(classes), ".class")) {
                byte[] before = Files.readAllBytes(file);
                if (StripClassFiles.isOfPrivateConstants(before)) {
                    Files.delete(file);
                    continue;
                }
                byte[] after = StripClassFiles.slim(before);
                if (!Arrays.equals(before, after)) {
                    Files.write(file, after);
                }
            }
        } catch (IOException failure) {
            throw new MojoExecutionException("cannot make the class files in " + classes + " smaller: " + failure.getMessage(), failure);
        }
    }
}
