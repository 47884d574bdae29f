package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Builds a program from C files that depends only on the C library. */
@Mojo(name = "c-program", defaultPhase = LifecyclePhase.PACKAGE, threadSafe = true)
public class CProgramMojo extends AbstractKonanMojo {

    /** The directories of the C files; each file finds headers in all of these. */
    @Parameter(required = true)
    private List<File> sources;

    /** A directory of further headers. */
    @Parameter
    private List<File> includes = List.of();

    /** The program to build. */
    @Parameter(required = true)
    private File output;

    /** The targets that the sources are written for; empty for all. */
    @Parameter
    private List<String> onlyFor = List.of();

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (isLeftOut(output, onlyFor)) {
            return;
        }
        List<Path> files = SourceFiles.below(sources, ".c");
        List<Path> inputs = new ArrayList<>(SourceFiles.below(sources, ".h"));
        inputs.addAll(SourceFiles.below(includes, ".h"));
        inputs.addAll(files);
        List<String> gcc = new ArrayList<>(machine().tool("gcc", sysroot));
        gcc.addAll(List.of("-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-o", output.toString()));
        sources.forEach(directory -> gcc.add("-I" + directory));
        includes.forEach(directory -> gcc.add("-I" + directory));
        files.forEach(file -> gcc.add(file.toString()));
        Path log = work().resolve(output.getName() + ".log");
        gcc(output.toPath(), Path.of(output.getName()), gcc, inputs, log);
    }
}
