package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleMetadataTest {

    private static final Coordinates STDLIB = new Coordinates("org.jetbrains.kotlin", "kotlin-stdlib", "2.3.21");
    private static final Coordinates COROUTINES = new Coordinates("org.jetbrains.kotlinx", "kotlinx-coroutines-core", "1.11.0");

    @TempDir
    Path directory;

    private JsonNode metadata;

    @BeforeEach
    void writeMetadata() throws IOException {
        ModuleMetadata written = new ModuleMetadata("dev.timemory", "timemory-dsl", "1.2", List.of("timemory-core"));
        written.common(file("metadata"), List.of(STDLIB, COROUTINES));
        written.sources(ModuleMetadata.COMMON, file("sources"));
        written.jvm(file("classes"), "17", List.of(STDLIB), List.of(STDLIB, COROUTINES));
        written.sources(ModuleMetadata.JVM, file("sources"));
        written.linuxX64(file("abc"), List.of(STDLIB, new Coordinates("dev.timemory", "timemory-cinterop", "1.2")));
        written.sources(ModuleMetadata.NATIVE, file("sources"));
        metadata = new ObjectMapper().readTree(written.json());
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("file"), content);
    }

    private JsonNode variant(String name) {
        for (JsonNode variant : metadata.get("variants")) {
            if (variant.get("name").asText().equals(name)) {
                return variant;
            }
        }
        throw new AssertionError("no variant " + name + " in " + metadata);
    }

    /** The specification's rules for every file. */
    @Test
    void keepsTheRulesOfTheSpecification() {
        assertEquals("formatVersion", metadata.fieldNames().next());
        assertEquals("1.1", metadata.get("formatVersion").asText());
        metadata.fieldNames()
                .forEachRemaining(name -> assertTrue(Set.of("formatVersion", "component", "createdBy", "variants").contains(name)));
        for (String name : List.of("group", "module", "version")) {
            assertTrue(metadata.get("component").get(name).isTextual(), name);
        }
        Set<JsonNode> attributes = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (JsonNode variant : metadata.get("variants")) {
            assertTrue(names.add(variant.get("name").asText()), "two variants of one name");
            assertTrue(attributes.add(variant.get("attributes")), "two variants of the same attributes");
            assertFalse(variant.get("attributes").isEmpty());
            for (JsonNode dependency : variant.path("dependencies")) {
                assertTrue(dependency.get("group").isTextual() && dependency.get("module").isTextual());
                assertTrue(dependency.get("version").get("requires").isTextual());
            }
            for (JsonNode file : variant.get("files")) {
                assertFalse(file.get("url").asText().contains("/"), "files stand beside the metadata");
                assertTrue(file.get("size").isIntegralNumber());
                for (Map.Entry<String, Integer> digits : Map.of("sha512", 128, "sha256", 64, "sha1", 40, "md5", 32).entrySet()) {
                    assertTrue(file.get(digits.getKey()).asText().matches("[0-9a-f]{" + digits.getValue() + "}"), digits.getKey());
                }
            }
        }
    }

    /** The attributes of kotlinx-coroutines-core as its authors' Gradle published them, variant by variant. */
    @Test
    void variantsHaveTheAttributesOfAPublishedLibrary() throws IOException {
        JsonNode published = new ObjectMapper().readTree(getClass().getResource("/kotlinx-coroutines-core-1.11.0-attributes.json"));
        Set<String> compared = new HashSet<>();
        for (JsonNode variant : metadata.get("variants")) {
            String name = variant.get("name").asText();
            JsonNode theirs = published.has(name) ? published.get(name) : published.get(name + "-published");
            ObjectNode ours = ((ObjectNode) variant.get("attributes")).deepCopy();
            if (name.startsWith("jvm") && !name.contains("Sources")) {
                // Theirs runs on any Java, which is expressed by omitting the attribute.
                assertEquals(17, ours.remove("org.gradle.jvm.version").asInt());
            }
            assertEquals(theirs, ours, name);
            compared.add(name);
        }
        assertEquals(7, compared.size());
    }

    @Test
    void filesAreThoseOfTheRepository() {
        JsonNode klib = variant("linuxX64ApiElements-published").get("files").get(0);
        assertEquals("timemory-dsl-1.2.klib", klib.get("url").asText());
        assertEquals(3, klib.get("size").asInt());
        assertEquals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", klib.get("sha256").asText());
        assertEquals("a9993e364706816aba3e25717850c26c9cd0d89d", klib.get("sha1").asText());
        assertEquals("900150983cd24fb0d6963f7d28e17f72", klib.get("md5").asText());
        assertEquals("timemory-dsl-1.2.jar", variant("jvmRuntimeElements").get("files").get(0).get("url").asText());
        assertEquals("timemory-dsl-1.2-metadata.jar", variant("metadataApiElements").get("files").get(0).get("url").asText());
        assertEquals("timemory-dsl-1.2-sources.jar", variant("metadataSourcesElements").get("files").get(0).get("url").asText());
    }

    @Test
    void dependenciesAreThoseOfTheVariant() {
        assertEquals(1, variant("jvmApiElements").get("dependencies").size());
        assertEquals(2, variant("jvmRuntimeElements").get("dependencies").size());
        assertEquals("timemory-cinterop", variant("linuxX64ApiElements-published").get("dependencies").get(1).get("module").asText());
        assertFalse(variant("jvmSourcesElements").has("dependencies"));
    }

    @Test
    void everyLibraryHasTheSharedCapabilityBesideItsOwn() {
        for (String name : List.of("metadataApiElements", "jvmApiElements", "jvmRuntimeElements", "linuxX64ApiElements-published")) {
            List<String> capabilities = new ArrayList<>();
            variant(name).get("capabilities")
                    .forEach(it -> capabilities.add(it.get("group").asText() + ":" + it.get("name").asText() + ":" + it.get(
                            "version").asText()));
            assertEquals(List.of("dev.timemory:timemory-dsl:1.2", "dev.timemory:timemory-core:1.2"), capabilities, name);
        }
        assertFalse(variant("jvmSourcesElements").has("capabilities"));
    }

    @Test
    void aModuleThatSharesNoneSaysNothingOfCapabilities() throws IOException {
        ModuleMetadata alone = new ModuleMetadata("dev.timemory", "timemory-gpu", "1.2", List.of());
        alone.linuxX64(file("abc"), List.of());
        assertFalse(new ObjectMapper().readTree(alone.json()).at("/variants/0").has("capabilities"));
    }

    @Test
    void dependenciesAreNamedByTheModuleForAllTargets() {
        assertEquals(COROUTINES, Coordinates.of(dependency("org.jetbrains.kotlinx", "kotlinx-coroutines-core-jvm", "1.11.0")));
        assertEquals(
                List.of(new Coordinates("org.jetbrains.kotlinx", "atomicfu", "0.33.0")),
                Coordinates.of(List.of(
                        dependency("org.jetbrains.kotlinx", "atomicfu-linuxx64", "0.33.0"),
                        dependency("org.jetbrains.kotlinx", "atomicfu-linuxx64", "0.33.0"))));
        assertEquals("com.example:thing-jvm", Coordinates.of(dependency("com.example", "thing-jvm", "1")).toString());
    }

    private static Dependency dependency(String group, String artifact, String version) {
        Dependency dependency = new Dependency();
        dependency.setGroupId(group);
        dependency.setArtifactId(artifact);
        dependency.setVersion(version);
        return dependency;
    }

    @Test
    void snapshotsAndReleasesAreToldApart() throws IOException {
        assertEquals("release", metadata.at("/component/attributes/org.gradle.status").asText());
        String snapshot = new ModuleMetadata("g", "m", "1-SNAPSHOT", List.of()).json();
        assertEquals("integration", new ObjectMapper().readTree(snapshot).at("/component/attributes/org.gradle.status").asText());
    }

    @Test
    void theMarkedPomIsThePomWithTheMarker() throws Exception {
        String pom = "<?xml version=\"1.0\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  "
                + "<artifactId>a</artifactId>\n</project>\n";
        String marked = ModuleMetadata.marked(pom);
        assertTrue(marked.contains("<!-- do_not_remove: published-with-gradle-metadata -->"), marked);
        assertEquals("a", new MavenXpp3Reader().read(new StringReader(marked)).getArtifactId());
        assertThrows(IllegalArgumentException.class, () -> ModuleMetadata.marked("nothing"));
    }

    @Test
    void textsAreEscaped() throws IOException {
        String odd = "a\"b\\c\n\u0001\u00e9";
        assertEquals(odd, new ObjectMapper().readTree(Json.of(Map.of("k", List.of(odd, 5), "empty", List.of()))).at("/k/0").asText());
    }
}
