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
 * Base class of the native goals: whether to run at all, the tools, the klibs of other modules, and steps that are skipped if their
 * inputs have not changed.
 *
 * <p>Klibs are named in {@link #klibs} rather than as Maven dependencies: if this machine cannot build one, a missing dependency would
 * fail goals of the module that do not involve native code. {@link PublishedPom} publishes them for other builds.
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

    /** Version of the Kotlin/Native compiler. */
    @Parameter(property = "konan.version", defaultValue = KonanTools.KOTLIN_VERSION)
    String kotlinVersion;

    /** Version of the LLVM that it uses, published as {@code org.bytedeco:llvm}. */
    @Parameter(property = "konan.llvm.version", defaultValue = KonanTools.LLVM_VERSION)
    private String llvmVersion;

    /** Target: {@code linux_x64}, which is this machine, or {@code linux_arm64}. */
    @Parameter(property = "konan.target", defaultValue = "linux_x64")
    private String targetName;

    /** Root of the target's file system, with its headers, start files and libraries. */
    @Parameter(property = "konan.sysroot", defaultValue = "/")
    String sysroot;

    /** Klibs, {@code group:artifact:version}, whose versions replace those that others depend on: if a target has no newer one. */
    @Parameter
    private List<String> klibVersions = List.of();

    /** Where the tools are unpacked. */
    @Parameter(property = "konan.cache", defaultValue = "${user.home}/.cache/konan-maven")
    private File cache;

    /** Klibs that the sources of this module use, including what those use: module names, or {@code group:artifact:version}. */
    @Parameter
    List<String> klibs = List.of();

    /** Klibs, out of {@link #klibs}, whose internal declarations this module may use. */
    @Parameter
    List<String> friends = List.of();

    /** Opt-in annotations, such as {@code timemory.InternalTimemoryApi}. */
    @Parameter
    private List<String> optIn = List.of();

    /**
     * Compiler plugins: {@code group:artifact:version} of a JAR for the embeddable compiler, such as
     * {@code org.jetbrains.kotlin:kotlin-serialization-compiler-plugin-embeddable}, in the version of the compiler.
     */
    @Parameter
    private List<String> compilerPlugins = List.of();

    /** Continues the build if tests fail, like Surefire. */
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

    /** Whether the goal is skipped when cross-compiling. */
    boolean isOfThisMachineAlone() {
        return false;
    }

    KonanCompiler compiler() throws IOException, MojoExecutionException {
        if (compiler == null) {
            Klibs repository = klibFinder();
            KonanTools tools = KonanTools.in(cache.toPath(), kotlinVersion, llvmVersion, repository::fetch, getLog()::info);
            NativeHost host = NativeHost.find(machine(), sysroot).orElseThrow(() -> new IOException(machine().isThisMachine()
                    ? "gcc no longer reports where its libraries are"
                    : "no libraries for " + machine().konan + " in " + sysroot + ": run build/sysroot-arm64 to create them"));
            if (!machine().isThisMachine()) {
                tools.markEmulator();
            }
            compiler = new KonanCompiler(tools, host, machine(), sysroot, Jdks.forCompiler(session), work(), getLog()::warn);
        }
        return compiler;
    }

    /** The target. */
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

    /** Runs {@code step} unless {@code output} was created from the same {@code arguments} and {@code inputs}. */
    void whenChanged(Path output, String what, List<String> arguments, List<Path> inputs, Step step)
            throws IOException, MojoExecutionException, MojoFailureException {
        List<String> everything = new ArrayList<>(arguments);
        everything.add(toolVersions());
        String fingerprint = Fingerprint.of(everything, inputs);
        if (Fingerprint.isCurrent(output, fingerprint)) {
            getLog().info(what + ": up to date");
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
     * Compiles the C files below {@code sources} with gcc, each only if it or a header has changed. They can include headers from all of
     * these folders and from {@code includes}.
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

    /** Whether {@code output} is for other targets than this one; logs it. */
    boolean isLeftOut(File output, List<String> targets) {
        if (targets.isEmpty() || targets.contains(machine().konan)) {
            return false;
        }
        getLog().info("skipping " + output.getName() + ": it is only for " + String.join(", ", targets));
        return true;
    }

    /** Runs gcc to create {@code output} from {@code named}, unless it is up to date. */
    void gcc(Path output, Path named, List<String> command, List<Path> inputs, Path log)
            throws IOException, MojoExecutionException, MojoFailureException {
        whenChanged(output, "compiling " + named.getFileName(), command, inputs, () -> {
            if (Processes.run(command, project.getBasedir().toPath(), log) != 0) {
                throw new MojoFailureException("gcc failed for " + named + ":\n" + Files.readString(log));
            }
        });
    }

    interface Step {
        void run() throws IOException, MojoExecutionException, MojoFailureException;
    }

    /** Fetches an artifact from the local repository or a remote one. */
    Path fetch(Artifact artifact) throws ArtifactResolutionException {
        return klibFinder().fetch(artifact);
    }

    /** Returns the files of {@link #klibs}, and of the klibs that they use. */
    List<Path> klibFiles() throws MojoExecutionException {
        return klibFinder().findAll(klibs);
    }

    /** Returns the compiler arguments for {@link #friends} and {@code others}. */
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

    /** Reports calls of functions that a klib lacks at compile time, rather than when they run. */
    static final String WHOLE = "-Xpartial-linkage-loglevel=ERROR";

    /** Fails the goal because tests failed, unless failures are ignored. */
    void testsFailed(String message) throws MojoFailureException {
        if (!testFailureIgnore) {
            throw new MojoFailureException(message);
        }
        getLog().error(message);
    }

    /** Returns the compiler arguments for {@link #optIn}. */
    List<String> optInArguments() {
        return optIn.stream().map(annotation -> "-opt-in=" + annotation).toList();
    }

    /** Returns the compiler arguments for {@link #compilerPlugins}. */
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

    /** Attaches the klib of this module, for later goals and modules and for publishing. */
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

    /** Returns the compiler arguments for linking debug code with {@code klibs}, compiling them to machine code first if necessary. */
    List<String> debugArguments(List<Path> klibs) throws IOException, MojoExecutionException {
        if (!machine().isThisMachine()) {
            return List.of("-g"); // the compiler does not include machine code of its libraries for other targets
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
