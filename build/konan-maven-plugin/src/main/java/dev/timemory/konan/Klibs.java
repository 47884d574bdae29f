package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Finds klibs by the names that a module uses for them ({@link KlibName#of}), and their dependencies.
 *
 * <p>The dependencies of a klib are listed, for a module of this build, in that module's own configuration of this plugin; for one from a
 * repository, in Gradle's metadata if its POM says that there is any, or else in the POM, as dependencies of type klib.
 */
final class Klibs {

    private static final String PLUGIN = "dev.timemory:konan-maven-plugin";

    private final MavenProject project;
    private final MavenSession session;
    private final RepositorySystem repositories;
    private final String target;
    private final Map<String, String> versions;

    /**
     * @param target the name that Gradle's metadata uses for the target of the klibs
     * @param versions replace the versions that others require, by {@code group:artifact}
     */
    Klibs(MavenProject project, MavenSession session, RepositorySystem repositories, String target, Map<String, String> versions) {
        this.project = project;
        this.session = session;
        this.repositories = repositories;
        this.target = target;
        this.versions = versions;
    }

    /** The files of the klibs with these names and of their dependencies, each after those it uses itself. */
    List<Path> findAll(List<String> names) throws MojoExecutionException {
        try {
            Set<KlibName> named = new HashSet<>();
            List<KlibGraph.Klib> klibs = KlibGraph.of(namesIn(names, project), project.getArtifactId(), this::describe);
            for (KlibName name : namesIn(names, project)) {
                named.add(describe(name).name());
            }
            List<Path> files = new ArrayList<>();
            Set<Path> ofNamed = new HashSet<>();
            for (KlibGraph.Klib klib : klibs) {
                List<Path> its = files(klib);
                files.addAll(its);
                if (named.contains(klib.name())) {
                    ofNamed.addAll(its);
                }
            }
            return withoutReplaced(files.stream().distinct().toList(), ofNamed);
        } catch (IOException failure) {
            throw new MojoExecutionException(failure.getMessage(), failure);
        }
    }

    /**
     * Removes the klibs that are replaced by a klib that the module itself names and that has the same unique name: {@code timemory-off}
     * replaces the {@code timemory-dsl} that other klibs bring.
     */
    static List<Path> withoutReplaced(List<Path> files, Set<Path> named) throws IOException {
        Set<String> taken = new HashSet<>();
        for (Path file : named) {
            taken.add(CompiledKlibs.Klib.read(file).name());
        }
        List<Path> kept = new ArrayList<>();
        for (Path file : files) {
            if (named.contains(file) || !taken.contains(CompiledKlibs.Klib.read(file).name())) {
                kept.add(file);
            }
        }
        return kept;
    }

    /** The files of one klib, without its dependencies. */
    List<Path> find(String name) throws MojoExecutionException {
        try {
            return files(describe(nameIn(name, project)));
        } catch (IOException exception) {
            throw new MojoExecutionException("klib '" + name + "': " + exception.getMessage(), exception);
        }
    }

    /** The klib as a POM has to name it. */
    KlibName published(String name) throws MojoExecutionException {
        try {
            return describe(nameIn(name, project)).name();
        } catch (IOException exception) {
            throw new MojoExecutionException("klib '" + name + "': " + exception.getMessage(), exception);
        }
    }

    static KlibName nameIn(String name, MavenProject module) {
        return KlibName.of(name, module.getGroupId(), module.getVersion());
    }

    private static List<KlibName> namesIn(List<String> names, MavenProject module) {
        return names.stream().map(name -> nameIn(name, module)).toList();
    }

    private KlibGraph.Klib describe(KlibName asked) throws IOException {
        KlibName name = asked.withVersion(versions.getOrDefault(asked.group() + ":" + asked.artifact(), asked.version()));
        Optional<MavenProject> module = moduleOf(name);
        if (module.isPresent()) {
            return new KlibGraph.Klib(name, List.of(""), namesIn(configuredKlibs(module.get()), module.get()));
        }
        if (!name.classifier().isEmpty()) {
            // One file, named explicitly: the caller then names the others as well.
            return new KlibGraph.Klib(name, List.of(name.classifier()), List.of());
        }
        try {
            Path pom = fetch(name.file("pom"));
            if (!Files.readString(pom).contains(ModuleMetadata.MARKER)) {
                return new KlibGraph.Klib(name, List.of(""), klibsInPom(name));
            }
            PublishedKlib published = PublishedKlib.read(fetch(name.file("module")), name, target);
            return published.elsewhere().isPresent()
                    ? describe(published.elsewhere().get())
                    : new KlibGraph.Klib(name, published.files(), published.uses());
        } catch (ArtifactResolutionException failure) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    /**
     * The klibs of the plugin's configuration in the execution that creates the module's klib; Maven has merged the common configuration
     * into each.
     */
    static List<String> configuredKlibs(MavenProject module) {
        return executions(module)
                .filter(execution -> execution.getGoals().contains("compile") || execution.getGoals().contains("cinterop"))
                .findFirst()
                .map(execution -> execution.getConfiguration() instanceof Xpp3Dom configuration ? klibs(configuration) : List.<String>of())
                .orElse(List.of());
    }

    /** Returns the executions of this plugin in a module. */
    static Stream<PluginExecution> executions(MavenProject module) {
        return module.getBuildPlugins().stream()
                .filter(plugin -> plugin.getKey().equals(PLUGIN))
                .flatMap(plugin -> plugin.getExecutions().stream());
    }

    private static List<String> klibs(Xpp3Dom configuration) {
        Xpp3Dom klibs = configuration.getChild("klibs");
        return klibs == null ? List.of() : Stream.of(klibs.getChildren()).map(Xpp3Dom::getValue).map(String::strip).toList();
    }

    private List<KlibName> klibsInPom(KlibName name) throws IOException {
        try {
            ArtifactDescriptorRequest request =
                    new ArtifactDescriptorRequest(name.file("pom"), project.getRemoteProjectRepositories(), null);
            return repositories.readArtifactDescriptor(session.getRepositorySession(), request).getDependencies().stream()
                    .map(Dependency::getArtifact)
                    .filter(artifact -> artifact.getExtension().equals("klib"))
                    .map(klib -> new KlibName(klib.getGroupId(), klib.getArtifactId(), klib.getVersion(), klib.getClassifier()))
                    .toList();
        } catch (ArtifactDescriptorException failure) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    private Optional<MavenProject> moduleOf(KlibName name) {
        return session.getAllProjects().stream()
                .filter(other -> other.getArtifactId().equals(name.artifact()) && other.getGroupId().equals(name.group()))
                .findFirst();
    }

    /** From this build, from an earlier build of the same tree, or from a repository, in this order. */
    private List<Path> files(KlibGraph.Klib klib) throws IOException {
        Optional<MavenProject> module = moduleOf(klib.name());
        Optional<Path> built = module.flatMap(Klibs::builtBy);
        if (built.isPresent()) {
            return List.of(built.get());
        }
        List<Path> files = new ArrayList<>();
        for (String classifier : klib.files()) {
            KlibName name = klib.name();
            try {
                files.add(fetch(new KlibName(name.group(), name.artifact(), name.version(), classifier).klib()));
            } catch (ArtifactResolutionException exception) {
                throw new IOException(
                        module.isPresent()
                                ? "the klib of module '" + name.artifact() + "' is not built yet: build it as well, with mvn ... -pl :"
                                        + project.getArtifactId() + " -am"
                                : "cannot get klib '" + name + "': " + exception.getMessage(),
                        exception);
            }
        }
        return files;
    }

    /** Any artifact, from the local repository or a remote one. */
    Path fetch(org.eclipse.aether.artifact.Artifact artifact) throws ArtifactResolutionException {
        ArtifactRequest request = new ArtifactRequest(artifact, project.getRemoteProjectRepositories(), null);
        return repositories.resolveArtifact(session.getRepositorySession(), request)
                .getArtifact()
                .getFile()
                .toPath();
    }

    private static Optional<Path> builtBy(MavenProject module) {
        Optional<Path> attached = module.getAttachedArtifacts().stream()
                .filter(artifact -> artifact.getType().equals("klib"))
                .map(Artifact::getFile)
                .map(File::toPath)
                .findFirst();
        Path inTarget = ownKlibOf(module);
        return attached.isPresent() || !Files.exists(inTarget) ? attached : Optional.of(inTarget);
    }

    /** Where a module's own klib is created. */
    static Path ownKlibOf(MavenProject module) {
        return Path.of(module.getBuild().getDirectory(), module.getArtifactId() + ".klib");
    }

    /** The compiler arguments for {@code klibs}. */
    static List<String> arguments(List<Path> klibs) {
        return klibs.stream().flatMap(klib -> List.of("-l", klib.toString()).stream()).toList();
    }
}
