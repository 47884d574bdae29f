package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Builds a klib from a {@code .def} file, including C files if there are any, and attaches it. */
@Mojo(name = "cinterop", defaultPhase = LifecyclePhase.COMPILE, threadSafe = true)
public class CinteropMojo extends AbstractKonanMojo {

    @Parameter(required = true)
    private File definition;

    /**
     * The directories of C files that become part of the klib, and of every program that uses it; each file finds headers in all of these.
     */
    @Parameter
    private List<File> cSources = List.of();

    /** Directories of further headers for the C files and the definition. */
    @Parameter
    private List<File> includes = List.of();

    /** Additional arguments for gcc. */
    @Parameter
    private List<String> cArgs = List.of();

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        Path klib = ownKlib();
        Path folder = definition.toPath().toAbsolutePath().getParent();
        List<String> arguments = new ArrayList<>(List.of("-def", definition.toString(), "-o", klib.toString()));
        if (machine().isThisMachine()) {
            arguments.addAll(List.of("-compiler-option", "-I/usr/include"));
        }
        arguments.addAll(List.of("-compiler-option", "-I" + folder));
        List<Path> inputs = new ArrayList<>(List.of(definition.toPath()));
        // Headers next to the definition are part of it.
        try (Stream<Path> beside = Files.list(folder)) {
            beside.filter(file -> file.toString().endsWith(".h")).sorted().forEach(inputs::add);
        }
        List<File> folders = new ArrayList<>(includes);
        folders.addAll(cSources);
        folders.forEach(other -> arguments.addAll(List.of("-compiler-option", "-I" + other)));
        inputs.addAll(SourceFiles.below(folders, ".h"));
        if (!cSources.isEmpty()) {
            Path archive = archive();
            arguments.addAll(List.of("-staticLibrary", archive.getFileName().toString(), "-libraryPath", archive.getParent().toString()));
            inputs.add(archive);
        }
        whenChanged(klib, "cinterop of " + definition.getName(), arguments, inputs, () -> compiler().cinterop(arguments));
        attachOwnKlib();
    }

    private Path archive() throws IOException, MojoExecutionException, MojoFailureException {
        String name = "lib" + definition.getName().replaceFirst("\\.def$", "") + ".a";
        Path archive = work().resolve(name);
        List<Path> objects = objectsOf(cSources, includes, cArgs);
        List<String> ar = new ArrayList<>(machine().tool("ar", sysroot));
        ar.addAll(List.of("rcsD", archive.toString()));
        objects.forEach(object -> ar.add(object.toString()));
        Path log = work().resolve(name + ".log");
        whenChanged(archive, "archiving " + name, ar, objects, () -> {
            Files.deleteIfExists(archive); // ar would keep objects of deleted files
            if (Processes.run(ar, project.getBasedir().toPath(), log) != 0) {
                throw new MojoFailureException("ar failed for " + archive + ":\n" + Files.readString(log));
            }
        });
        return archive;
    }
}
