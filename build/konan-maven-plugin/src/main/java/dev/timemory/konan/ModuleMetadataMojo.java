package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.model.Dependency;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Attaches {@link ModuleMetadata}, in which Gradle finds the module's files for each target of a project, and marks the POM so that Gradle
 * looks for it. It lists what exists when the goal runs: the JAR, the klib, common metadata and sources.
 */
@Mojo(name = "module-metadata", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public class ModuleMetadataMojo extends AbstractKonanMojo {

    /** The oldest Java that the JAR runs on. */
    @Parameter(defaultValue = "${maven.compiler.release}")
    private String javaVersion;

    /** Names that this module shares with others of which a project may use only one: Gradle then rejects using two. */
    @Parameter
    private List<String> capabilities = List.of();

    @Override
    boolean isOfThisMachineAlone() {
        return true;
    }

    @Override
    void run() throws IOException {
        ModuleMetadata metadata = new ModuleMetadata(project.getGroupId(), project.getArtifactId(), project.getVersion(), capabilities);
        List<Coordinates> toCompile = Coordinates.of(jars("compile"));
        Optional<Path> jar = Optional.ofNullable(project.getArtifact().getFile()).filter(file -> !project.getPackaging().equals("pom"))
                .map(File::toPath);
        Optional<Path> klib = attached(null, "klib");
        Optional<Path> common = attached(CommonMetadataMojo.CLASSIFIER, "jar");
        Optional<Path> sources = attached("sources", "jar");
        if (common.isPresent()) {
            metadata.common(common.get(), toCompile);
            addSources(metadata, ModuleMetadata.COMMON, sources);
        }
        if (jar.isPresent()) {
            metadata.jvm(jar.get(), javaVersion, toCompile, Coordinates.of(jars("compile", "runtime")));
            addSources(metadata, ModuleMetadata.JVM, sources);
        }
        if (klib.isPresent()) {
            metadata.linuxX64(klib.get(), klibDependencies());
            addSources(metadata, ModuleMetadata.NATIVE, sources);
        }

        Path file = Files.writeString(work().resolve("module.json"), metadata.json());
        projectHelper.attachArtifact(project, "module", file.toFile());
        Path pom = work().resolve("published-pom.xml");
        project.setPomFile(Files.writeString(pom, ModuleMetadata.marked(Files.readString(project.getFile().toPath()))).toFile());
    }

    private static void addSources(ModuleMetadata metadata, String target, Optional<Path> sources) throws IOException {
        if (sources.isPresent()) {
            metadata.sources(target, sources.get());
        }
    }

    private Optional<Path> attached(String classifier, String type) {
        return project.getAttachedArtifacts().stream()
                .filter(artifact -> artifact.getType().equals(type) || type.equals("jar") && artifact.getType().equals("java-source"))
                .filter(artifact -> classifier == null ? !artifact.hasClassifier() : classifier.equals(artifact.getClassifier()))
                .map(Artifact::getFile)
                .map(File::toPath)
                .findFirst();
    }

    private List<Dependency> jars(String... scopes) {
        return project.getDependencies().stream()
                .filter(dependency -> dependency.getType().equals("jar") && !dependency.isOptional())
                .filter(dependency -> List.of(scopes).contains(dependency.getScope()))
                .toList();
    }

    private List<Coordinates> klibDependencies() {
        Stream<Coordinates> standard = Stream.of(new Coordinates("org.jetbrains.kotlin", "kotlin-stdlib", kotlinVersion));
        Collection<Dependency> named = klibs.stream().map(klib -> Klibs.nameIn(klib, project).dependency()).toList();
        return Stream.concat(standard, Coordinates.of(named).stream()).toList();
    }
}
