package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Links the module's klib to a program or a shared library: a debug build, in seconds, or an optimised one. */
@Mojo(name = "link", defaultPhase = LifecyclePhase.PROCESS_CLASSES, threadSafe = true)
public class LinkMojo extends AbstractKonanMojo {

    /** The file to create: {@code name.kexe}, a program, or {@code lib<name>.so}, a shared library of that name. */
    @Parameter(defaultValue = "${project.build.directory}/${project.artifactId}.kexe")
    private File output;

    /** The function at which a program starts: {@code package.main}; by default {@code main} in the root package. */
    @Parameter
    private String entryPoint;

    /**
     * The name under which linked programs look for a shared library; by default its file name. If the name differs, such as {@code
     * libname.so.1}, a symbolic link is created next to the library.
     */
    @Parameter
    private String soname;

    /** The linker's version script for a shared library: without one, it also exports the Kotlin and C++ runtimes. */
    @Parameter
    private File exports;

    /**
     * The directories of C files to compile with gcc and link as well, for functions that Kotlin cannot export, such as variadic ones; each
     * file finds headers in all of these.
     */
    @Parameter
    private List<File> cSources = List.of();

    /** A directory of headers for the C files. */
    @Parameter
    private File include;

    /**
     * Links a program statically with everything it needs, so that the dynamic linker has nothing to do when it starts. If there is no
     * static C++ library (see {@link NativeHost}), it is linked dynamically.
     */
    @Parameter(defaultValue = "false")
    private boolean statically;

    /** Whether to optimise, which takes a minute or more: only needed for binaries that are to be measured or shipped. */
    @Parameter(property = "konan.optimized", defaultValue = "false")
    private boolean optimized;

    /**
     * The size in KiB of a page of the object heap of an optimised binary; 0 for Kotlin's default, 128. Each thread has one page for each
     * object size, which the kernel zeroes immediately, so a program that creates a few objects of each of a hundred sizes waits for 12 MB.
     * A program that does little but allocate takes a twentieth longer with 32 and an eighth longer with 16.
     */
    @Parameter(property = "konan.pageSize", defaultValue = "0")
    private int pageSize;

    @Parameter(defaultValue = "false")
    private boolean skip;

    /** Additional arguments for the compiler. */
    @Parameter
    private List<String> args = List.of();

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info(output.getName() + " is not linked");
            return;
        }
        Path klib = ownKlib();
        if (!Files.exists(klib)) {
            throw new MojoExecutionException("nothing to link: " + klib + " is not there; bind the goal konan:compile before konan:link");
        }
        String name = output.getName();
        boolean shared = name.endsWith(".so");
        // The compiler appends .so itself, and writes a header next to the library that callers should not use.
        Path made = shared ? work().resolve(name.substring(0, name.length() - ".so".length())) : output.toPath();
        List<Path> libraries = klibFiles();
        List<Path> inputs = new ArrayList<>(List.of(klib));
        inputs.addAll(libraries);

        List<String> arguments =
                new ArrayList<>(List.of("-p", shared ? "dynamic" : "program", "-Xinclude=" + klib, "-o", made.toString()));
        arguments.addAll(optimized ? List.of("-opt") : debugArguments(libraries));
        if (optimized && pageSize > 0) { // the runtime of debug code is already compiled
            arguments.add("-Xbinary=fixedBlockPageSize=" + pageSize);
        }
        if (entryPoint != null) {
            arguments.addAll(List.of("-e", entryPoint));
        }
        if (shared) {
            arguments.addAll(List.of("-linker-option", "-soname=" + lookedFor(name)));
            // Kotlin's runtime has threads and thread-exit handlers that outlive dlclose.
            arguments.addAll(List.of("-linker-option", "-z", "-linker-option", "nodelete"));
        } else {
            // The compiler makes programs export their C++ library, which keeps all of it in the file: a tenth of a small program.
            arguments.addAll(List.of("-linker-option", "--no-export-dynamic"));
        }
        // The compiler names every library that POSIX is spread over, whether it is needed or not.
        arguments.addAll(List.of("-linker-option", "--as-needed"));
        if (exports != null) {
            arguments.addAll(List.of("-linker-option", "--version-script=" + exports));
            inputs.add(exports.toPath());
        }
        if (!cSources.isEmpty()) {
            for (Path object : objectsOf(cSources, List.of(include), List.of("-g"))) {
                arguments.addAll(List.of("-linker-option", object.toString()));
                inputs.add(object);
            }
        }
        arguments.add(WHOLE);
        arguments.addAll(args);
        arguments.addAll(Klibs.arguments(libraries));
        List<String> step = new ArrayList<>(arguments);
        step.add("statically " + statically);
        whenChanged(output.toPath(), "linking " + name + (optimized ? ", optimized" : " for debugging"), step, inputs, () -> {
            if (statically) {
                compiler().compileStatically(arguments);
            } else {
                compiler().compile(arguments);
            }
            if (shared) {
                Files.copy(work().resolve(name), output.toPath(), StandardCopyOption.REPLACE_EXISTING);
            }
        });
        if (!lookedFor(name).equals(name)) {
            Path link = output.toPath().resolveSibling(lookedFor(name));
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of(name));
        }
    }

    private String lookedFor(String name) {
        return soname == null ? name : soname;
    }
}
