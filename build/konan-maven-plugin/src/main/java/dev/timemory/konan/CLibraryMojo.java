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

/**
 * Makes a shared library of C files that uses the module's own, {@link LinkMojo}'s, and finds it beside itself when it is loaded: one
 * that is apart because loading it changes the program, as libraries do that are to be preloaded, or that stands in its place.
 */
@Mojo(name = "c-library", defaultPhase = LifecyclePhase.PACKAGE, threadSafe = true)
public class CLibraryMojo extends AbstractKonanMojo {

    /** Where the C files are; each finds headers in all of these. */
    @Parameter(required = true)
    private List<File> sources;

    /** Where they find further headers. */
    @Parameter(required = true)
    private File include;

    /** The linker's version script. */
    @Parameter(required = true)
    private File exports;

    /** The module's own shared library, in the folder of {@link #output} or one above; without one it is linked with nothing of ours. */
    @Parameter
    private File library;

    /** The library to make, such as {@code lib<name>.so}. */
    @Parameter(required = true)
    private File output;

    /** The targets that the sources are written for; empty: for all. */
    @Parameter
    private List<String> onlyFor = List.of();

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (isLeftOut(output, onlyFor)) {
            return;
        }
        List<Path> files = SourceFiles.below(sources, ".c");
        List<Path> inputs = new ArrayList<>(SourceFiles.below(sources, ".h"));
        inputs.addAll(SourceFiles.below(List.of(include), ".h"));
        inputs.addAll(files);
        inputs.add(exports.toPath());
        if (library != null) {
            inputs.add(library.toPath());
        }
        List<String> gcc = new ArrayList<>(machine().tool("gcc", sysroot));
        gcc.addAll(List.of("-std=gnu11", "-O2", "-g", "-fPIC", "-shared", "-pthread", "-Wall", "-Wextra", "-Werror", "-I" + include, "-o",
                output.toString()));
        sources.forEach(directory -> gcc.add("-I" + directory));
        files.forEach(file -> gcc.add(file.toString()));
        // The program's calls pass through it: like the library that it uses, it stays loaded when it is closed.
        Path origin = Path.of("$ORIGIN");
        if (library != null) {
            gcc.add(library.toString());
            origin = origin.resolve(output.toPath().getParent().relativize(library.toPath().getParent()));
        }
        gcc.addAll(List.of("-ldl", "-Wl,-rpath," + origin, "-Wl,-soname=" + output.getName(), "-Wl,-z,nodelete",
                "-Wl,--version-script=" + exports));
        Path log = work().resolve(output.getName() + ".log");
        gcc(output.toPath(), Path.of(output.getName()), gcc, inputs, log);
    }
}
