package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.MavenProjectHelper;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * What the native goals share: whether to run at all, the tools, the klibs of other modules, and doing a step only when its inputs
 * have changed.
 *
 * <p>Klibs of this build are named in {@link #klibs} rather than as Maven dependencies: a dependency that is missing, because this
 * machine cannot build it, would fail goals of the module that have nothing to do with native code.
 */
abstract class AbstractKonanMojo extends AbstractMojo {

    private static final String REASON_TOLD = "konan.reasonTold";

    @Parameter(defaultValue = "${project}", readonly = true)
    MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true)
    MavenSession session;

    @Component
    MavenProjectHelper projectHelper;

    @Component
    private RepositorySystem repositorySystem;

    /** {@code -Dnative=false} builds for the JVM only. */
    @Parameter(property = "native", defaultValue = "true")
    private boolean wanted;

    @Parameter(property = "konan.version", required = true)
    private String kotlinVersion;

    @Parameter(property = "konan.llvm.version", required = true)
    private String llvmVersion;

    /** Where the tools are unpacked. */
    @Parameter(property = "konan.cache", defaultValue = "${user.home}/.cache/konan-maven")
    private File cache;

    /** Names of the modules whose klibs this one uses, those used by them included. */
    @Parameter
    private List<String> klibs = List.of();

    private KonanCompiler compiler;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        Optional<String> reason = NativeHost.reasonAgainst(wanted);
        if (reason.isPresent()) {
            tellOnce("Kotlin/Native is not built or tested: " + reason.get());
            return;
        }
        try {
            run();
        } catch (IOException failure) {
            throw new MojoExecutionException(failure.getMessage(), failure);
        }
    }

    abstract void run() throws IOException, MojoExecutionException, MojoFailureException;

    private void tellOnce(String sentence) {
        synchronized (session.getRequest()) {
            Map<String, Object> told = session.getRequest().getData();
            if (told.put(REASON_TOLD, sentence) == null) {
                getLog().warn(sentence);
            }
        }
    }

    KonanCompiler compiler() throws IOException {
        if (compiler == null) {
            KonanTools tools = KonanTools.in(cache.toPath(), kotlinVersion, llvmVersion, this::resolve, getLog()::info);
            NativeHost host = NativeHost.find().orElseThrow(() -> new IOException("the C toolchain has vanished"));
            compiler = new KonanCompiler(tools, host, work());
        }
        return compiler;
    }

    Path target() {
        return Path.of(project.getBuild().getDirectory());
    }

    /** Where intermediate files go. */
    Path work() throws IOException {
        return Files.createDirectories(target().resolve("konan"));
    }

    /** Does {@code step} if {@code output} is not what {@code arguments} and {@code inputs} made before. */
    void whenChanged(Path output, String what, List<String> arguments, List<Path> inputs, Step step)
            throws IOException, MojoExecutionException, MojoFailureException {
        List<String> everything = new ArrayList<>(arguments);
        everything.add(kotlinVersion + " " + llvmVersion);
        String fingerprint = Fingerprint.of(everything, inputs);
        if (Fingerprint.isCurrent(output, fingerprint)) {
            getLog().info(what + ": nothing changed");
            return;
        }
        Fingerprint.forget(output);
        Files.createDirectories(output.getParent());
        getLog().info(what + " ...");
        long start = System.nanoTime();
        step.run();
        getLog().info(String.format("%s: %.1f s", what, (System.nanoTime() - start) / 1e9));
        Fingerprint.remember(output, fingerprint);
    }

    interface Step {
        void run() throws IOException, MojoExecutionException, MojoFailureException;
    }

    /** The klibs of the modules named in {@code klibs}. */
    List<Path> klibFiles() throws MojoExecutionException {
        List<Path> files = new ArrayList<>();
        for (String module : klibs) {
            files.add(klibOf(module));
        }
        return files;
    }

    /** From this build, from an earlier build of the same tree, or from a repository. */
    private Path klibOf(String module) throws MojoExecutionException {
        for (MavenProject other : session.getAllProjects()) {
            if (other.getArtifactId().equals(module)) {
                Optional<File> attached = other.getAttachedArtifacts().stream()
                        .filter(artifact -> artifact.getType().equals("klib"))
                        .map(Artifact::getFile)
                        .findFirst();
                Path built = Path.of(other.getBuild().getDirectory(), module + ".klib");
                if (attached.isPresent()) {
                    return attached.get().toPath();
                }
                if (Files.exists(built)) {
                    return built;
                }
            }
        }
        try {
            return resolve(project.getGroupId() + ":" + module + ":klib:" + project.getVersion());
        } catch (IllegalStateException missing) {
            throw new MojoExecutionException(
                    "the klib of module '" + module + "' is not there: build it as well (mvn ... -pl " + project.getArtifactId() + " -am)",
                    missing);
        }
    }

    private Path resolve(String coordinates) {
        ArtifactRequest request =
                new ArtifactRequest(new DefaultArtifact(coordinates), project.getRemoteProjectRepositories(), null);
        try {
            return repositorySystem
                    .resolveArtifact(session.getRepositorySession(), request)
                    .getArtifact()
                    .getFile()
                    .toPath();
        } catch (ArtifactResolutionException failure) {
            throw new IllegalStateException("cannot get " + coordinates + ": " + failure.getMessage(), failure);
        }
    }

    static List<String> libraryArguments(List<Path> klibs) {
        return klibs.stream().flatMap(klib -> Stream.of("-l", klib.toString())).toList();
    }
}
