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

/** Makes the klib of a {@code .def} file and attaches it. */
@Mojo(name = "cinterop", defaultPhase = LifecyclePhase.COMPILE, threadSafe = true)
public class CinteropMojo extends AbstractKonanMojo {

    @Parameter(required = true)
    private File definition;

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        Path klib = ownKlib();
        Path folder = definition.toPath().toAbsolutePath().getParent();
        List<String> arguments = List.of("-def", definition.toString(), "-o", klib.toString(),
                "-compiler-option", "-I/usr/include", "-compiler-option", "-I" + folder);
        // Headers beside the definition are part of it.
        List<Path> inputs = new ArrayList<>(List.of(definition.toPath()));
        try (Stream<Path> beside = Files.list(folder)) {
            beside.filter(file -> file.toString().endsWith(".h")).sorted().forEach(inputs::add);
        }
        whenChanged(klib, "cinterop of " + definition.getName(), arguments, inputs, () -> compiler().cinterop(arguments));
        attachOwnKlib();
    }
}
