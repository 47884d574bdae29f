package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
        List<String> arguments =
                List.of("-def", definition.toString(), "-o", klib.toString(), "-compiler-option", "-I/usr/include");
        whenChanged(klib, "cinterop of " + definition.getName(), arguments, List.of(definition.toPath()),
                () -> compiler().cinterop(arguments));
        attachOwnKlib();
    }
}
