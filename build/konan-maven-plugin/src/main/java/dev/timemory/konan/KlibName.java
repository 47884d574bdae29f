package dev.timemory.konan;

import org.apache.maven.model.Dependency;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;

/**
 * A klib's coordinates.
 *
 * @param classifier that of one file of a module that has several; empty for all of them
 */
record KlibName(String group, String artifact, String version, String classifier) {

    KlibName(String group, String artifact, String version) {
        this(group, artifact, version, "");
    }

    /**
     * The name that a module of {@code ownGroup} and {@code ownVersion} uses for a klib: {@code timemory-cinterop} for a module of the same
     * build, {@code group:artifact:version[:classifier]} for one from a repository.
     */
    static KlibName of(String text, String ownGroup, String ownVersion) {
        String[] parts = text.strip().split(":");
        return switch (parts.length) {
            case 1 -> new KlibName(ownGroup, parts[0], ownVersion);
            case 3 -> new KlibName(parts[0], parts[1], parts[2]);
            case 4 -> new KlibName(parts[0], parts[1], parts[2], parts[3]);
            default -> throw new IllegalArgumentException(
                    "klib '" + text + "' is neither a module's name nor group:artifact:version[:classifier]");
        };
    }

    KlibName withVersion(String other) {
        return new KlibName(group, artifact, other, classifier);
    }

    /** The same for all versions of a klib. */
    String key() {
        return group + ":" + artifact + (classifier.isEmpty() ? "" : ":" + classifier);
    }

    /** The klib as a POM names it. */
    Dependency dependency() {
        Dependency dependency = new Dependency();
        dependency.setGroupId(group);
        dependency.setArtifactId(artifact);
        dependency.setVersion(version);
        dependency.setType("klib");
        if (!classifier.isEmpty()) {
            dependency.setClassifier(classifier);
        }
        return dependency;
    }

    /** The module's file with this extension: its POM, or its metadata. */
    Artifact file(String extension) {
        return new DefaultArtifact(group, artifact, "", extension, version);
    }

    /** The klib itself. */
    Artifact klib() {
        return new DefaultArtifact(group, artifact, classifier, "klib", version);
    }

    @Override
    public String toString() {
        return group + ":" + artifact + ":" + version + (classifier.isEmpty() ? "" : ":" + classifier);
    }
}
