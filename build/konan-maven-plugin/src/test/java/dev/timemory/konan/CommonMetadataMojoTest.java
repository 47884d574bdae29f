package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommonMetadataMojoTest {

    @TempDir
    Path directory;

    /** Like the JAR of kotlinx-coroutines-core 1.11.0, without the entries for other targets. */
    @Test
    void theStructureNamesTheVariantsThatHaveTheCommonSources() throws IOException {
        JsonNode structure = new ObjectMapper().readTree(CommonMetadataMojo.structure(List.of("g:a", "g:b"))).get("projectStructure");
        assertEquals("0.3.3", structure.get("formatVersion").asText());
        assertEquals("true", structure.get("isPublishedAsRoot").asText());
        List<String> variants = new ArrayList<>();
        for (JsonNode variant : structure.get("variants")) {
            assertEquals("commonMain", variant.get("sourceSet").get(0).asText());
            variants.add(variant.get("name").asText());
        }
        assertEquals(List.of("jvmApiElements", "jvmRuntimeElements", "linuxX64ApiElements"), variants);
        JsonNode set = structure.get("sourceSets").get(0);
        assertEquals("[\"g:a\",\"g:b\"]", set.get("moduleDependency").toString());
        assertEquals("klib", set.get("binaryLayout").asText());
        assertEquals("[]", set.get("dependsOn").toString());
    }

    @Test
    void theSameContentMakesTheSameJar() throws IOException {
        Path klib = Files.createDirectories(directory.resolve("klib/default/linkdata"));
        Path file = Files.writeString(klib.resolve("module"), "m");
        CommonMetadataMojo.pack(directory.resolve("klib"), "{}", directory.resolve("first.jar"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
        CommonMetadataMojo.pack(directory.resolve("klib"), "{}", directory.resolve("second.jar"));
        assertArrayEquals(Files.readAllBytes(directory.resolve("first.jar")), Files.readAllBytes(directory.resolve("second.jar")));
    }

    @Test
    void onlyTheSourceSetThatIsAskedForIsUnpacked() throws IOException {
        Path klib = Files.createDirectories(directory.resolve("klib/default"));
        Files.writeString(klib.resolve("manifest"), "m");
        Path jar = directory.resolve("library.jar");
        CommonMetadataMojo.pack(directory.resolve("klib"), "{}", jar);
        Path to = directory.resolve("unpacked");
        assertEquals(0, CommonMetadataMojo.unpack(jar, "common", to));
        assertEquals(1, CommonMetadataMojo.unpack(jar, "commonMain", to));
        assertEquals("m", Files.readString(to.resolve("commonMain/default/manifest")));
        assertFalse(Files.exists(to.resolve("META-INF")));
    }
}
