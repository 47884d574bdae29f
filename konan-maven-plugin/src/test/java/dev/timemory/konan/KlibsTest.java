package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.apache.maven.project.MavenProject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KlibsTest {

    private static MavenProject project(String packaging) {
        Model model = new Model();
        model.setModelVersion("4.0.0");
        model.setGroupId("dev.timemory");
        model.setArtifactId("timemory-dsl");
        model.setVersion("1.2");
        model.setPackaging(packaging);
        MavenProject project = new MavenProject(model);
        project.setOriginalModel(model);
        return project;
    }

    @Test
    void aBareNameIsAModuleOfTheSameBuild() {
        Dependency klib = Klibs.dependency("timemory-cinterop", project("jar"));
        assertEquals("dev.timemory:timemory-cinterop:klib:1.2", klib.getManagementKey() + ":" + klib.getVersion());
    }

    @Test
    void coordinatesNameAKlibOfARepository() {
        Dependency klib = Klibs.dependency("org.jetbrains.kotlinx:atomicfu-linuxx64:0.33.0:cinterop-interop", project("jar"));
        assertEquals("org.jetbrains.kotlinx", klib.getGroupId());
        assertEquals("0.33.0", klib.getVersion());
        assertEquals("cinterop-interop", klib.getClassifier());
        assertNull(Klibs.dependency("a:b:1", project("jar")).getClassifier());
    }

    @Test
    void anythingElseIsAnErrorThatNamesIt() {
        String message =
                assertThrows(IllegalArgumentException.class, () -> Klibs.dependency("a:b", project("jar"))).getMessage();
        assertTrue(message.startsWith("klib 'a:b' is neither"), message);
    }

    @Test
    void thePublishedPomNamesKlibsInPlaceOfTheModulesThatMakeThem(@TempDir Path directory) throws Exception {
        MavenProject project = project("pom");
        Dependency order = Klibs.dependency("timemory-cinterop", project);
        order.setType("pom");
        project.getOriginalModel().addDependency(order);
        List<Dependency> published = publish(project, directory);
        assertEquals(1, published.size());
        assertEquals("klib", published.get(0).getType());
        assertFalse(published.get(0).isOptional());
        assertEquals(1, project.getOriginalModel().getDependencies().size(), "the module's own POM stays as it is");
    }

    @Test
    void klibsOfAModuleThatIsAlsoAJarAreOptional(@TempDir Path directory) throws Exception {
        assertTrue(publish(project("jar"), directory).get(0).isOptional());
    }

    private static List<Dependency> publish(MavenProject project, Path directory) throws Exception {
        Path file = directory.resolve("konan/pom.xml");
        PublishedPom.write(project, List.of("timemory-cinterop"), file);
        assertEquals(file.toFile(), project.getFile());
        try (Reader in = Files.newBufferedReader(file)) {
            return new MavenXpp3Reader().read(in).getDependencies();
        }
    }
}
