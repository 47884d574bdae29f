package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.MavenProjectHelper;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * What the native goals share: whether to run at all, the tools, the klibs of other modules, and doing a step only when its inputs
 * have changed.
 *
 * <p>Klibs are named in {@link #klibs} rather than as Maven dependencies: a dependency that is missing, because this machine cannot
 * build it, would fail goals of the module that have nothing to do with native code. {@link PublishedPom} tells other builds of them.
 */
abstract class AbstractKonanMojo extends AbstractMojo {

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

    /** The version of the Kotlin/Native compiler. */
    @Parameter(property = "konan.version", defaultValue = KonanTools.KOTLIN_VERSION)
    String kotlinVersion;

    /** The version of the LLVM that it compiles and links with, as {@code org.bytedeco:llvm} is published. */
    @Parameter(property = "konan.llvm.version", defaultValue = KonanTools.LLVM_VERSION)
    private String llvmVersion;

    /** What is made: code for this machine, {@code linux_x64}, or for {@code linux_arm64}. */
    @Parameter(property = "konan.target", defaultValue = "linux_x64")
    private String targetName;

    /** The root of the files of the machine that code is made for: headers, start files, libraries. */
    @Parameter(property = "konan.sysroot", defaultValue = "/")
    String sysroot;

    /** Klibs from repositories, {@code group:artifact:version}, in place of the versions that others ask for: where a target has no newer one. */
    @Parameter
    private List<String> klibVersions = List.of();

    /** Where the tools are unpacked. */
    @Parameter(property = "konan.cache", defaultValue = "${user.home}/.cache/konan-maven")
    private File cache;

    /** The klibs that this module's sources use: names of modules, or {@code group:artifact:version}. Those bring the klibs they use. */
    @Parameter
    List<String> klibs = List.of();

    /** Those of {@link #klibs} whose internal declarations this module may use, as if they were its own. */
    @Parameter
    List<String> friends = List.of();

    /** Annotations that mark what is to be used on purpose only, and is here: {@code timemory.InternalTimemoryApi}. */
    @Parameter
    private List<String> optIn = List.of();

    /**
     * Plugins of the compiler: {@code group:artifact:version} of a JAR for the compiler that is embeddable, as
     * {@code org.jetbrains.kotlin:kotlin-serialization-compiler-plugin-embeddable} is, of the compiler's own version.
     */
    @Parameter
    private List<String> compilerPlugins = List.of();

    /** Builds on where tests fail, as Surefire does. */
    @Parameter(property = "maven.test.failure.ignore", defaultValue = "false")
    private boolean testFailureIgnore;

    private KonanCompiler compiler;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (!NativeBuild.isPossible(wanted, session, getLog()) || isOfThisMachineAlone() && !machine().isThisMachine()) {
            return;
        }
        try {
            run();
        } catch (IOException failure) {
            throw new MojoExecutionException(failure.getMessage(), failure);
        }
    }

    abstract void run() throws IOException, MojoExecutionException, MojoFailureException;

    /** Whether the goal has nothing to do where code is made for another machine. */
    boolean isOfThisMachineAlone() {
        return false;
    }

    KonanCompiler compiler() throws IOException, MojoExecutionException {
        if (compiler == null) {
            Klibs repository = klibFinder();
            KonanTools tools = KonanTools.in(cache.toPath(), kotlinVersion, llvmVersion, repository::fetch, getLog()::info);
            NativeHost host = NativeHost.find(machine(), sysroot).orElseThrow(() -> new IOException(machine().isThisMachine()
                    ? "gcc no longer answers where its libraries are"
                    : "there are no libraries of " + machine().konan + " in " + sysroot + ": run build/sysroot-arm64 to make them"));
            if (!machine().isThisMachine()) {
                tools.markEmulator();
            }
            compiler = new KonanCompiler(tools, host, machine(), sysroot, Jdks.forCompiler(session), work(), getLog()::warn);
        }
        return compiler;
    }

    /** What code is made for. */
    NativeTarget machine() {
        return NativeTarget.of(targetName);
    }

    private Klibs klibFinder() {
        Map<String, String> versions = new HashMap<>();
        for (String klib : klibVersions) {
            versions.put(klib.substring(0, klib.lastIndexOf(':')), klib.substring(klib.lastIndexOf(':') + 1));
        }
        return new Klibs(project, session, repositorySystem, machine().konan, versions);
    }

    Path target() {
        return Path.of(project.getBuild().getDirectory());
    }

    /** Where intermediate files go. */
    Path work() throws IOException {
        return Files.createDirectories(target().resolve("konan"));
    }

    /** The module's own klib. */
    Path ownKlib() {
        return Klibs.ownKlibOf(project);
    }

    /** Does {@code step} if {@code output} is not what {@code arguments} and {@code inputs} made before. */
    void whenChanged(Path output, String what, List<String> arguments, List<Path> inputs, Step step)
            throws IOException, MojoExecutionException, MojoFailureException {
        List<String> everything = new ArrayList<>(arguments);
        everything.add(toolVersions());
        String fingerprint = Fingerprint.of(everything, inputs);
        if (Fingerprint.isCurrent(output, fingerprint)) {
            getLog().info(what + ": nothing changed");
            return;
        }
        Fingerprint.forget(output);
        Files.createDirectories(output.getParent());
        try (Heartbeat heartbeat = new Heartbeat(what, getLog()::info)) {
            step.run();
            heartbeat.done();
        }
        Fingerprint.remember(output, fingerprint);
    }

    /**
     * The C files below {@code sources}, each compiled by gcc where it or a header has changed. Each finds headers in all of these folders,
     * and in {@code includes}.
     */
    List<Path> objectsOf(List<File> sources, List<File> includes, List<String> options)
            throws IOException, MojoExecutionException, MojoFailureException {
        List<File> folders = new ArrayList<>(includes);
        folders.addAll(sources);
        List<Path> headers = SourceFiles.below(folders, ".h");
        List<String> gcc = new ArrayList<>(machine().tool("gcc", sysroot));
        gcc.addAll(List.of("-std=gnu11", "-O2", "-fPIC", "-Wall", "-Wextra", "-Werror"));
        gcc.addAll(options);
        folders.forEach(folder -> gcc.add("-I" + folder));
        List<Path> objects = new ArrayList<>();
        for (Path source : SourceFiles.below(sources, ".c")) {
            objects.add(compiled(source, gcc, headers));
        }
        return objects;
    }

    private Path compiled(Path source, List<String> gcc, List<Path> headers)
            throws IOException, MojoExecutionException, MojoFailureException {
        String name = source.getFileName().toString().replaceFirst("\\.c$", "");
        Path object = work().resolve("objects").resolve(name + ".o");
        List<String> command = new ArrayList<>(gcc);
        command.addAll(List.of("-c", source.toString(), "-o", object.toString()));
        List<Path> inputs = new ArrayList<>(headers);
        inputs.add(source);
        Path log = work().resolve("objects-" + name + ".log");
        gcc(object, source, command, inputs, log);
        return object;
    }

    /** Whether {@code output} is written for other targets than this one; says so. */
    boolean isLeftOut(File output, List<String> targets) {
        if (targets.isEmpty() || targets.contains(machine().konan)) {
            return false;
        }
        getLog().info(output.getName() + " is not made: it is written for " + String.join(", ", targets) + " alone");
        return true;
    }

    /** Has gcc make {@code output} of what {@code named} names, unless it is made already. */
    void gcc(Path output, Path named, List<String> command, List<Path> inputs, Path log)
            throws IOException, MojoExecutionException, MojoFailureException {
        whenChanged(output, "compiling " + named.getFileName(), command, inputs, () -> {
            if (Processes.run(command, project.getBasedir().toPath(), log) != 0) {
                throw new MojoFailureException("gcc refuses " + named + ":\n" + Files.readString(log));
            }
        });
    }

    interface Step {
        void run() throws IOException, MojoExecutionException, MojoFailureException;
    }

    /** Any artifact, from the local repository or a remote one. */
    Path fetch(Artifact artifact) throws ArtifactResolutionException {
        return klibFinder().fetch(artifact);
    }

    /** The files of {@link #klibs}, and of the klibs that they use. */
    List<Path> klibFiles() throws MojoExecutionException {
        return klibFinder().findAll(klibs);
    }

    /** The compiler's arguments that name {@link #friends} and {@code others}. */
    List<String> friendArguments(Path... others) throws MojoExecutionException {
        Klibs finder = klibFinder();
        List<String> files = new ArrayList<>();
        for (Path other : others) {
            files.add(other.toString());
        }
        for (String friend : friends) {
            finder.find(friend).forEach(file -> files.add(file.toString()));
        }
        return files.isEmpty() ? List.of() : List.of("-friend-modules", String.join(File.pathSeparator, files));
    }

    /** Calls of what a klib does not have are errors now, and not only when they are made. */
    static final String WHOLE = "-Xpartial-linkage-loglevel=ERROR";

    /** Tests have failed: ends the goal, unless that is to be passed over. */
    void testsFailed(String message) throws MojoFailureException {
        if (!testFailureIgnore) {
            throw new MojoFailureException(message);
        }
        getLog().error(message);
    }

    /** The compiler's arguments for {@link #optIn}. */
    List<String> optInArguments() {
        return optIn.stream().map(annotation -> "-opt-in=" + annotation).toList();
    }

    /** The compiler's arguments for {@link #compilerPlugins}. */
    List<String> pluginArguments() throws MojoExecutionException {
        List<String> arguments = new ArrayList<>();
        for (String plugin : compilerPlugins) {
            String[] parts = plugin.split(":");
            if (parts.length != 3) {
                throw new MojoExecutionException("compiler plugin '" + plugin + "' is not group:artifact:version");
            }
            try {
                arguments.add("-Xplugin=" + fetch(new DefaultArtifact(parts[0], parts[1], "jar", parts[2])));
            } catch (ArtifactResolutionException failure) {
                throw new MojoExecutionException("cannot get compiler plugin '" + plugin + "': " + failure.getMessage(), failure);
            }
        }
        return arguments;
    }

    /** Makes the module's klib known to later goals and modules, and to those who fetch it from a repository. */
    void attachOwnKlib() throws IOException, MojoExecutionException {
        projectHelper.attachArtifact(project, "klib", ownKlib().toFile());
        if (!klibs.isEmpty()) {
            Klibs finder = klibFinder();
            List<KlibName> published = new ArrayList<>();
            for (String klib : klibs) {
                published.add(finder.published(klib));
            }
            PublishedPom.write(project, published, work().resolve("published-pom.xml"));
        }
    }

    /** The compiler's arguments to link debug code with {@code klibs}, which are compiled to machine code where they are not yet. */
    List<String> debugArguments(List<Path> klibs) throws IOException, MojoExecutionException {
        if (!machine().isThisMachine()) {
            return List.of("-g"); // the compiler brings no machine code of its libraries
        }
        Path localRepository = Path.of(session.getLocalRepository().getBasedir());
        Path home = cache.toPath().resolve("compiled-klibs-" + kotlinVersion);
        CompiledKlibs compiled =
                new CompiledKlibs(compiler(), toolVersions(), localRepository, home, work().resolve("snapshots"), getLog()::info);
        List<String> arguments = new ArrayList<>(List.of("-g"));
        arguments.addAll(compiled.arguments(klibs));
        return arguments;
    }

    private String toolVersions() {
        return kotlinVersion + " " + llvmVersion + " " + NativeHost.find(machine(), sysroot).map(NativeHost::toString).orElse("");
    }
}
