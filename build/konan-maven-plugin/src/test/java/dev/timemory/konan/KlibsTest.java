package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
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
        Dependency klib = Klibs.nameIn("timemory-cinterop", project("jar")).dependency();
        assertEquals("dev.timemory:timemory-cinterop:klib:1.2", klib.getManagementKey() + ":" + klib.getVersion());
    }

    @Test
    void coordinatesNameAKlibOfARepository() {
        Dependency klib = Klibs.nameIn("org.jetbrains.kotlinx:atomicfu-linuxx64:0.33.0:cinterop-interop", project("jar")).dependency();
        assertEquals("org.jetbrains.kotlinx", klib.getGroupId());
        assertEquals("0.33.0", klib.getVersion());
        assertEquals("cinterop-interop", klib.getClassifier());
        assertNull(Klibs.nameIn("a:b:1", project("jar")).dependency().getClassifier());
    }

    @Test
    void anythingElseIsAnErrorThatNamesIt() {
        String message =
                assertThrows(IllegalArgumentException.class, () -> Klibs.nameIn("a:b", project("jar"))).getMessage();
        assertTrue(message.startsWith("klib 'a:b' is neither"), message);
    }

    @Test
    void aModuleUsesTheKlibsThatItsOwnConfigurationNames() {
        MavenProject module = project("jar");
        assertEquals(List.of(), Klibs.configuredKlibs(module), "a module without this plugin");
        Plugin plugin = new Plugin();
        plugin.setGroupId("dev.timemory");
        plugin.setArtifactId("konan-maven-plugin");
        plugin.addExecution(execution("test", "timemory-test"));
        plugin.addExecution(execution("compile", "timemory-cinterop", " a:b:1 "));
        module.getBuild().addPlugin(plugin);
        assertEquals(List.of("timemory-cinterop", "a:b:1"), Klibs.configuredKlibs(module));
    }

    @Test
    void aKlibThatTheModuleNamesStandsInForOneOfTheSameUniqueName(@TempDir Path directory) throws Exception {
        Path off = klib(directory.resolve("off.klib"), "timemory-dsl");
        Path core = klib(directory.resolve("core.klib"), "timemory-dsl");
        Path gpu = klib(directory.resolve("gpu.klib"), "timemory-gpu");
        assertEquals(List.of(gpu, off), Klibs.withoutReplaced(List.of(core, gpu, off), Set.of(gpu, off)));
        assertEquals(List.of(core, gpu, off), Klibs.withoutReplaced(List.of(core, gpu, off), Set.of(core, off)),
                "both named: the compiler refuses");
    }

    private static Path klib(Path file, String uniqueName) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry("default/manifest"));
            out.write(("unique_name=" + uniqueName + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private static PluginExecution execution(String goal, String... names) {
        Xpp3Dom configuration = new Xpp3Dom("configuration");
        Xpp3Dom klibs = new Xpp3Dom("klibs");
        configuration.addChild(klibs);
        for (String name : names) {
            Xpp3Dom klib = new Xpp3Dom("klib");
            klib.setValue(name);
            klibs.addChild(klib);
        }
        PluginExecution execution = new PluginExecution();
        execution.setId(goal);
        execution.addGoal(goal);
        execution.setConfiguration(configuration);
        return execution;
    }

    @Test
    void thePublishedPomNamesKlibsInPlaceOfTheModulesThatMakeThem(@TempDir Path directory) throws Exception {
        MavenProject project = project("pom");
        Dependency order = Klibs.nameIn("timemory-cinterop", project).dependency();
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
        PublishedPom.write(project, List.of(Klibs.nameIn("timemory-cinterop", project)), file);
        assertEquals(file.toFile(), project.getFile());
        try (Reader in = Files.newBufferedReader(file)) {
            return new MavenXpp3Reader().read(in).getDependencies();
        }
    }
}
