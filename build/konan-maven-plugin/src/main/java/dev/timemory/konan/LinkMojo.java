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

/** Links the module's klib to a program or a shared library: for debugging, in seconds, or optimised. */
@Mojo(name = "link", defaultPhase = LifecyclePhase.PROCESS_CLASSES, threadSafe = true)
public class LinkMojo extends AbstractKonanMojo {

    /** The file to make: {@code name.kexe}, a program, or {@code lib<name>.so}, a shared library of that name. */
    @Parameter(defaultValue = "${project.build.directory}/${project.artifactId}.kexe")
    private File output;

    /** The function to start a program with: {@code package.main}; by default {@code main} of no package. */
    @Parameter
    private String entryPoint;

    /**
     * What programs that are linked with a shared library look for, by default its own name. Under another one, as {@code libname.so.1}, there
     * is a link beside it.
     */
    @Parameter
    private String soname;

    /** The linker's version script of a shared library: without one it exports the Kotlin and C++ run time as well. */
    @Parameter
    private File exports;

    /**
     * Where C files are to compile with gcc and link as well, for what Kotlin cannot export, such as functions with any number of arguments;
     * each finds headers in all of these.
     */
    @Parameter
    private List<File> cSources = List.of();

    /** Where the C files find headers. */
    @Parameter
    private File include;

    /**
     * Links a program with everything it needs, so that the dynamic linker has nothing to do when it starts. Where there is no static
     * C++ library (see {@link NativeHost}) it is linked as usual.
     */
    @Parameter(defaultValue = "false")
    private boolean statically;

    /** Whether to optimise, which takes a minute or more: only what is to be measured or shipped needs it. */
    @Parameter(property = "konan.optimized", defaultValue = "false")
    private boolean optimized;

    /**
     * The KiB of a page of memory for objects, where it is optimised; 0: Kotlin's 128. There is one for each size of objects on each thread,
     * which the kernel fills with zeros at once, so a program that makes a few objects of each of a hundred sizes waits for 12 MB. With 32 one
     * that does little but allocate takes a twentieth longer, with 16 an eighth.
     */
    @Parameter(property = "konan.pageSize", defaultValue = "0")
    private int pageSize;

    @Parameter(defaultValue = "false")
    private boolean skip;

    /** Further arguments of the compiler. */
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
        // The compiler appends .so itself, and writes a header beside the library that is not the one callers should use.
        Path made = shared ? work().resolve(name.substring(0, name.length() - ".so".length())) : output.toPath();
        List<Path> libraries = klibFiles();
        List<Path> inputs = new ArrayList<>(List.of(klib));
        inputs.addAll(libraries);

        List<String> arguments =
                new ArrayList<>(List.of("-p", shared ? "dynamic" : "program", "-Xinclude=" + klib, "-o", made.toString()));
        arguments.addAll(optimized ? List.of("-opt") : debugArguments(libraries));
        if (optimized && pageSize > 0) { // the run time of debug code is compiled already
            arguments.add("-Xbinary=fixedBlockPageSize=" + pageSize);
        }
        if (entryPoint != null) {
            arguments.addAll(List.of("-e", entryPoint));
        }
        if (shared) {
            arguments.addAll(List.of("-linker-option", "-soname=" + lookedFor(name)));
            // Kotlin's run time has threads and ends of threads that outlive dlclose.
            arguments.addAll(List.of("-linker-option", "-z", "-linker-option", "nodelete"));
        } else {
            // The compiler has programs offer their C++ library to others, which keeps all of it in the file: a tenth of a small program.
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
