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

/** Links the module's klib to a program or a shared library. */
@Mojo(name = "link", defaultPhase = LifecyclePhase.PROCESS_CLASSES, threadSafe = true)
public class LinkMojo extends AbstractKonanMojo {

    /** {@code program} or {@code dynamic}. */
    @Parameter(defaultValue = "program")
    private String produce;

    /** The file to make; a program gets the suffix {@code .kexe}, a library {@code .so}, unless it has it. */
    @Parameter(required = true)
    private File output;

    /** The function to start a program with: {@code package.main}. */
    @Parameter
    private String entryPoint;

    /** Further arguments of the compiler. */
    @Parameter
    private List<String> args = List.of();

    /** Further files that the result depends on. */
    @Parameter
    private List<File> inputs = List.of();

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        Path klib = target().resolve(project.getArtifactId() + ".klib");
        if (!Files.exists(klib)) {
            throw new MojoExecutionException("nothing to link: " + klib + " is not there; bind the goal konan:compile before konan:link");
        }
        List<Path> libraries = klibFiles();
        List<String> arguments = new ArrayList<>(List.of("-p", produce, "-opt", "-Xinclude=" + klib, "-o", output.toString()));
        if (entryPoint != null) {
            arguments.addAll(List.of("-e", entryPoint));
        }
        arguments.addAll(args);
        arguments.addAll(libraryArguments(libraries));

        List<Path> everything = new ArrayList<>(List.of(klib));
        everything.addAll(libraries);
        inputs.forEach(file -> everything.add(file.toPath()));
        whenChanged(output.toPath(), "linking " + output.getName(), arguments, everything, () -> compiler().compile(arguments));
    }
}
