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
 * Builds a shared library from C files that Java loads, as a resource of the module's JAR. This requires gcc but not Kotlin/Native, so it
 * is built with {@code -Dnative=false} too; without gcc, or on a system other than Linux on x86-64, the JAR does not include it.
 */
@Mojo(name = "jni-library", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public class JniLibraryMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true)
    private MavenSession session;

    /** The directories of the C files; each file finds headers in all of these. */
    @Parameter(required = true)
    private List<File> sources;

    /** The linker's version script. */
    @Parameter(required = true)
    private File exports;

    /** The library to build, such as {@code lib<name>.so}. */
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
        // Outside the JAR's folder, because the record of its inputs is stored next to it.
        Path made = Path.of(project.getBuild().getDirectory()).resolve("jni").resolve(output.getName());
        List<Path> files = SourceFiles.below(sources, ".c");
        List<Path> inputs = new ArrayList<>(SourceFiles.below(sources, ".h"));
        inputs.addAll(files);
        inputs.add(exports.toPath());
        List<String> gcc = new ArrayList<>(List.of("gcc", "-std=gnu11", "-O2", "-fPIC", "-shared", "-pthread", "-Wall", "-Wextra",
                "-Werror", "-I" + jni, "-I" + jni.resolve("linux"), "-o", made.toString()));
        sources.forEach(directory -> gcc.add("-I" + directory));
        files.forEach(file -> gcc.add(file.toString()));
        // The code that it redirects calls to must stay, even if the class that loaded it does not.
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
