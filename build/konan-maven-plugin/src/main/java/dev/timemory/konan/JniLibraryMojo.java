package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Makes a shared library of C files that Java loads, as a resource of the module's JAR. That takes gcc and no Kotlin/Native, so it is made
 * with {@code -Dnative=false} too; where there is no gcc, or another system than Linux on x86-64, the JAR is made without it.
 */
@Mojo(name = "jni-library", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public class JniLibraryMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true)
    private MavenSession session;

    /** Where the C files are; each finds headers in all of these. */
    @Parameter(required = true)
    private List<File> sources;

    /** The linker's version script. */
    @Parameter(required = true)
    private File exports;

    /** The library to make, such as {@code lib<name>.so}. */
    @Parameter(required = true)
    private File output;

    /** The library is for the JVM of this machine. */
    @Parameter(property = "konan.target", defaultValue = "linux_x64")
    private String targetName;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (!NativeTarget.of(targetName).isThisMachine()) {
            return;
        }
        Optional<String> reason = NativeHost.reasonAgainst(true);
        if (reason.isPresent()) {
            getLog().warn(output.getName() + " is not made: " + reason.get());
            return;
        }
        try {
            compile(Jdks.of(session, getLog()).newer().resolve("include"));
        } catch (IOException failure) {
            throw new MojoExecutionException("cannot make " + output + ": " + failure.getMessage(), failure);
        }
    }

    private void compile(Path jni) throws IOException, MojoFailureException {
        // Outside of the JAR's folder, as the record of what it was made from stands beside it.
        Path made = Path.of(project.getBuild().getDirectory()).resolve("jni").resolve(output.getName());
        List<Path> files = SourceFiles.below(sources, ".c");
        List<Path> inputs = new ArrayList<>(SourceFiles.below(sources, ".h"));
        inputs.addAll(files);
        inputs.add(exports.toPath());
        List<String> gcc = new ArrayList<>(List.of("gcc", "-std=gnu11", "-O2", "-fPIC", "-shared", "-pthread", "-Wall", "-Wextra",
                "-Werror", "-I" + jni, "-I" + jni.resolve("linux"), "-o", made.toString()));
        sources.forEach(directory -> gcc.add("-I" + directory));
        files.forEach(file -> gcc.add(file.toString()));
        // What it leads calls to must stay, even where the class that loaded it does not.
        gcc.addAll(List.of("-ldl", "-Wl,-soname=" + output.getName(), "-Wl,-z,nodelete", "-Wl,-z,now", "-Wl,--strip-all",
                "-Wl,--version-script=" + exports));
        String fingerprint = Fingerprint.of(gcc, inputs);
        if (!Fingerprint.isCurrent(made, fingerprint)) {
            Fingerprint.forget(made);
            Files.createDirectories(made.getParent());
            Path log = made.resolveSibling(output.getName() + ".log");
            if (Processes.run(gcc, project.getBasedir().toPath(), log) != 0) {
                throw new MojoFailureException("gcc failed for " + output.getName() + ":\n" + Files.readString(log));
            }
            Fingerprint.remember(made, fingerprint);
        }
        byte[] library = Files.readAllBytes(made);
        boolean isThere = Files.exists(output.toPath()) && Arrays.equals(library, Files.readAllBytes(output.toPath()));
        if (!isThere) {
            Files.createDirectories(output.toPath().getParent());
            Files.write(output.toPath(), library);
        }
    }
}
