package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Compiles the common sources to the metadata against which the common sources of other projects are compiled, and attaches it as a JAR
 * with classifier {@code metadata}: declarations without code, in a directory named after their source set, and a file that lists which
 * targets have that set.
 *
 * <p>Only publishing the module requires it, so only {@code install} and {@code deploy} create it.
 */
@Mojo(name = "common-metadata", defaultPhase = LifecyclePhase.PACKAGE, threadSafe = true)
public class CommonMetadataMojo extends AbstractKonanMojo {

    static final String CLASSIFIER = "metadata";

    private static final Set<String> PUBLISHING = Set.of("install", "deploy");

    private static final String SOURCE_SET = "commonMain";
    private static final String STRUCTURE = "META-INF/kotlin-project-structure-metadata.json";

    /** Sources shared by all targets. */
    @Parameter
    private List<File> commonSources = List.of();

    /**
     * The dependencies of the sources, each a source set that both targets have: {@code group:artifact:version[:classifier]!sourceSet}, or
     * the name of a module of this build, whose internal declarations can be used as well if it is one of the {@code friends}.
     */
    @Parameter(required = true)
    private List<String> commonLibraries;

    /** Also creates it in builds that do not publish, to check that the common sources compile. */
    @Parameter(property = "konan.metadata", defaultValue = "false")
    private boolean always;

    @Override
    boolean isOfThisMachineAlone() {
        return true;
    }

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        if (!always && session.getGoals().stream().noneMatch(PUBLISHING::contains)) {
            getLog().info("common metadata is made by install and deploy");
            return;
        }
        Path jar = target().resolve(project.getArtifactId() + "-" + CLASSIFIER + ".jar");
        List<Path> files = SourceFiles.below(commonSources, ".kt");
        List<Path> libraries = new ArrayList<>();
        List<Path> friendly = new ArrayList<>();
        List<Path> inputs = new ArrayList<>(files);
        for (String library : commonLibraries) {
            if (library.contains("!")) {
                libraries.add(unpacked(library));
                continue;
            }
            Path directory = madeBy(library);
            libraries.add(directory);
            inputs.addAll(SourceFiles.below(List.of(directory.toFile()), ""));
            if (friends.contains(library)) {
                friendly.add(directory);
            }
        }
        Path klib = work().resolve(SOURCE_SET);
        List<String> arguments = new ArrayList<>(List.of("-Xmulti-platform", "-Xexpect-actual-classes", "-Xmetadata-klib", "-nowarn"));
        arguments.addAll(List.of("-Xtarget-platform=JVM,Native", "-module-name", project.getArtifactId() + "_" + SOURCE_SET));
        arguments.addAll(List.of("-classpath", joined(libraries, File.pathSeparator)));
        if (!friendly.isEmpty()) {
            arguments.add("-Xfriend-paths=" + joined(friendly, ","));
        }
        arguments.addAll(List.of("-d", klib.toString()));
        arguments.addAll(optInArguments());
        arguments.addAll(pluginArguments());
        files.forEach(file -> arguments.add(file.toString()));
        List<String> moduleDependencies = commonLibraries.stream()
                .map(library -> library.contains("!") ? library.replaceFirst("^([^:]*:[^:]*):.*", "$1")
                        : project.getGroupId() + ":" + library)
                .distinct()
                .toList();
        whenChanged(jar, "compilation of " + files.size() + " files to common metadata", arguments, inputs, () -> {
            if (Files.exists(klib)) {
                KonanTools.deleteTree(klib);
            }
            compiler().compileCommon(arguments);
            pack(klib, structure(moduleDependencies), jar);
        });
        projectHelper.attachArtifact(project, "jar", CLASSIFIER, jar.toFile());
    }

    private static String joined(List<Path> paths, String separator) {
        return String.join(separator, paths.stream().map(Path::toString).toList());
    }

    /** The common metadata of a module of this build, as a directory. */
    private Path madeBy(String name) throws MojoExecutionException {
        MavenProject module = session.getAllProjects().stream()
                .filter(other -> other.getArtifactId().equals(name))
                .findFirst()
                .orElseThrow(() -> new MojoExecutionException("common library '" + name + "' is neither a module of this build nor "
                        + "group:artifact:version[:classifier]!sourceSet"));
        Path directory = Path.of(module.getBuild().getDirectory(), "konan", SOURCE_SET);
        if (!Files.exists(directory)) {
            throw new MojoExecutionException("the common metadata of module '" + name + "' is not made yet: build it as well, with mvn "
                    + "... -pl :"
                    + project.getArtifactId() + " -am");
        }
        return directory;
    }

    /** A library's source set, as a directory. */
    private Path unpacked(String library) throws IOException, MojoExecutionException {
        int mark = library.indexOf('!');
        String[] parts = library.substring(0, Math.max(mark, 0)).split(":");
        if (parts.length < 3) {
            throw new MojoExecutionException("common library '" + library + "' is not group:artifact:version[:classifier]!sourceSet");
        }
        String set = library.substring(mark + 1);
        Path directory = work().resolve("common-libraries").resolve(library.substring(0, mark).replace(':', '_'));
        if (Files.exists(directory.resolve(set))) {
            return directory.resolve(set);
        }
        try {
            Path jar = fetch(new DefaultArtifact(parts[0], parts[1], parts.length > 3 ? parts[3] : "", "jar", parts[2]));
            if (unpack(jar, set, directory) == 0) {
                throw new MojoExecutionException("common library '" + library + "': " + jar + " has no source set " + set);
            }
        } catch (ArtifactResolutionException failure) {
            throw new MojoExecutionException("cannot get common library '" + library + "': " + failure.getMessage(), failure);
        }
        return directory.resolve(set);
    }

    /** Unpacks one directory of a JAR; returns the number of its files. */
    static int unpack(Path jar, String set, Path directory) throws IOException {
        int count = 0;
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                Path to = directory.resolve(entry.getName()).normalize();
                if (entry.isDirectory() || !entry.getName().startsWith(set + "/") || !to.startsWith(directory)) {
                    continue;
                }
                Files.createDirectories(to.getParent());
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.write(to, in.readAllBytes());
                }
                count++;
            }
        }
        return count;
    }

    /** Which variants of the module have the source set, in the format of Kotlin's Gradle plugin. */
    static String structure(List<String> moduleDependencies) {
        List<Object> variants = Stream.of("jvmApiElements", "jvmRuntimeElements", "linuxX64ApiElements")
                .<Object>map(name -> new TreeMap<>(Map.of("name", name, "sourceSet", List.of(SOURCE_SET))))
                .toList();
        Map<String, Object> set = new TreeMap<>(
                Map.of("name", SOURCE_SET, "dependsOn", List.of(), "moduleDependency", moduleDependencies, "binaryLayout", "klib"));
        Map<String, Object> structure = new TreeMap<>(
                Map.of("formatVersion", "0.3.3", "isPublishedAsRoot", "true", "variants", variants, "sourceSets", List.of(set)));
        return Json.of(Map.of("projectStructure", structure));
    }

    /** The JAR, which is identical for identical content regardless of when it is created. */
    static void pack(Path klib, String structure, Path jar) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(klib)) {
            put(STRUCTURE, structure.getBytes(StandardCharsets.UTF_8), out);
            files.filter(Files::isRegularFile).sorted().forEach(file -> {
                try {
                    put(SOURCE_SET + "/" + klib.relativize(file), Files.readAllBytes(file), out);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }

    private static void put(String name, byte[] content, ZipOutputStream out) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(315_532_800_000L); // the earliest time that the format can represent
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }
}
