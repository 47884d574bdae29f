package dev.timemory.konan;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Dependency;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Finds klibs by the names a module gives them: {@code timemory-cinterop} for a module of this build, {@code group:artifact:version}
 * or {@code group:artifact:version:classifier} for one from a repository. Each klib is named, those used by other klibs too: what
 * published POMs of klibs say about their own dependencies names JARs that do not exist.
 */
final class Klibs {

    private final MavenProject project;
    private final MavenSession session;
    private final RepositorySystem repositories;

    Klibs(MavenProject project, MavenSession session, RepositorySystem repositories) {
        this.project = project;
        this.session = session;
        this.repositories = repositories;
    }

    /** The klib called {@code name}, as Maven calls it. */
    static Dependency dependency(String name, MavenProject project) {
        String[] parts = name.strip().split(":");
        Dependency dependency = new Dependency();
        dependency.setType("klib");
        switch (parts.length) {
            case 1 -> {
                dependency.setGroupId(project.getGroupId());
                dependency.setArtifactId(parts[0]);
                dependency.setVersion(project.getVersion());
            }
            case 3, 4 -> {
                dependency.setGroupId(parts[0]);
                dependency.setArtifactId(parts[1]);
                dependency.setVersion(parts[2]);
                if (parts.length == 4) {
                    dependency.setClassifier(parts[3]);
                }
            }
            default -> throw new IllegalArgumentException(
                    "klib '" + name + "' is neither a module's name nor group:artifact:version[:classifier]");
        }
        return dependency;
    }

    /** From this build, from an earlier build of the same tree, or from a repository, in this order. */
    Path find(String name) throws MojoExecutionException {
        Dependency klib = dependency(name, project);
        Optional<MavenProject> module = session.getAllProjects().stream()
                .filter(other -> other.getArtifactId().equals(klib.getArtifactId()) && other.getGroupId().equals(klib.getGroupId()))
                .findFirst();
        Optional<Path> built = module.flatMap(Klibs::builtBy);
        if (built.isPresent()) {
            return built.get();
        }
        try {
            return fetch(new DefaultArtifact(klib.getGroupId(), klib.getArtifactId(), klib.getClassifier(), "klib", klib.getVersion()));
        } catch (ArtifactResolutionException missing) {
            throw new MojoExecutionException(
                    module.isPresent()
                            ? "the klib of module '" + name + "' is not built yet: build it as well, with mvn ... -pl :"
                                    + project.getArtifactId() + " -am"
                            : "cannot get klib '" + name + "': " + missing.getMessage(),
                    missing);
        }
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

    /** Where a module's own klib is made. */
    static Path ownKlibOf(MavenProject module) {
        return Path.of(module.getBuild().getDirectory(), module.getArtifactId() + ".klib");
    }

    /** The compiler's arguments that name {@code klibs}. */
    static List<String> arguments(List<Path> klibs) {
        return klibs.stream().flatMap(klib -> List.of("-l", klib.toString()).stream()).toList();
    }
}
