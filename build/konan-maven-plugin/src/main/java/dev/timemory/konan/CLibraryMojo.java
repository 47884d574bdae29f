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
 * Builds a shared library from C files that uses the module's own library, built by {@link LinkMojo}, and finds it next to itself when it
 * is loaded. It is separate because loading it changes the program, as preloaded libraries do, or because it replaces the module's library.
 */
@Mojo(name = "c-library", defaultPhase = LifecyclePhase.PACKAGE, threadSafe = true)
public class CLibraryMojo extends AbstractKonanMojo {

    /** The directories of the C files; each file finds headers in all of these. */
    @Parameter(required = true)
    private List<File> sources;

    /** A directory of further headers. */
    @Parameter(required = true)
    private File include;

    /** The linker's version script. */
    @Parameter(required = true)
    private File exports;

    /**
     * The module's own shared library, in the folder of {@link #output} or one above; if not set, it is not linked with any of our
     * libraries.
     */
    @Parameter
    private File library;

    /** The library to build, such as {@code lib<name>.so}. */
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
        // The program's calls pass through it: like the library that it uses, it stays loaded even after it is closed.
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
