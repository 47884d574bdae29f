package dev.timemory.konan;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Writer;
import org.apache.maven.project.MavenProject;

/**
 * The POM that is installed and deployed with a klib: the module's own POM, plus the klibs that it names as dependencies.
 *
 * <p>They are not in the module's own POM because Maven would then look for them on machines that cannot build them. In a module that also
 * creates a JAR they are optional: a program on the JVM must not fetch klibs.
 */
final class PublishedPom {

    private PublishedPom() {}

    static void write(MavenProject project, List<KlibName> klibs, Path file) throws IOException {
        Model model = project.getOriginalModel().clone();
        boolean alsoJar = !project.getPackaging().equals("pom");
        for (KlibName klib : klibs) {
            Dependency dependency = klib.dependency();
            dependency.setOptional(alsoJar);
            model.getDependencies().removeIf(
                    other -> other.getType().equals("pom") && other.getArtifactId().equals(dependency.getArtifactId()));
            model.addDependency(dependency);
        }
        Files.createDirectories(file.getParent());
        try (Writer out = Files.newBufferedWriter(file)) {
            new MavenXpp3Writer().write(out, model);
        }
        project.setPomFile(file.toFile());
    }
}
