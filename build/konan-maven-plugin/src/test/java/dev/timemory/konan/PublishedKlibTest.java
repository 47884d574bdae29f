package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses the published metadata of kotlinx.atomicfu and kotlinx.coroutines, without the parts that are not read. */
class PublishedKlibTest {

    private static final KlibName ATOMICFU = new KlibName("org.jetbrains.kotlinx", "atomicfu-linuxx64", "0.32.1");

    @TempDir
    Path directory;

    private PublishedKlib read(String variants, KlibName name) throws IOException {
        Path file = Files.writeString(directory.resolve("a.module"), "{ \"formatVersion\": \"1.1\", \"variants\": [" + variants + "] }");
        return PublishedKlib.read(file, name, "linux_x64");
    }

    private static String variant(String name, String usage, String target, String rest) {
        return """
                { "name": "%s", "attributes": { "org.gradle.usage": "%s", "org.jetbrains.kotlin.native.target": "%s" }, %s }"""
                .formatted(name, usage, target, rest);
    }

    @Test
    void theVariantForLinuxTellsAllFilesAndWhatTheyUse() throws IOException {
        String files = """
                "dependencies": [
                  { "group": "org.jetbrains.kotlinx", "module": "bom", "attributes": { "org.gradle.category": "platform" } },
                  { "group": "org.jetbrains.kotlinx", "module": "other", "version": { "requires": "1.5", "prefers": "2" } },
                  { "group": "org.jetbrains.kotlin", "module": "kotlin-stdlib", "version": { "prefers": "2.2.21" } }
                ],
                "files": [
                  { "name": "atomicfu-linuxX64Main-0.32.1.klib", "url": "atomicfu-linuxx64-0.32.1.klib" },
                  { "name": "atomicfu-linuxX64Cinterop-interopMain-0.32.1.klib", "url": "atomicfu-linuxx64-0.32.1-cinterop-interop.klib" }
                ]""";
        PublishedKlib klib = read(
                variant("macosX64ApiElements", "kotlin-api", "macos_x64", "\"files\": []") + ","
                        + variant("linuxX64SourcesElements", "kotlin-runtime", "linux_x64", "\"files\": []") + ","
                        + variant("linuxX64ApiElements-published", "kotlin-api", "linux_x64", files),
                ATOMICFU);
        assertEquals(List.of("", "cinterop-interop"), klib.files());
        assertEquals(List.of(new KlibName("org.jetbrains.kotlinx", "other", "1.5")), klib.uses());
        assertEquals(Optional.empty(), klib.elsewhere());
    }

    @Test
    void aModuleForAllTargetsSaysWhereTheOneForLinuxIs() throws IOException {
        String at =
                """
                "available-at": { "url": "../../x.module", "group": "org.jetbrains.kotlinx", "module": "atomicfu-linuxx64", "version": "0.32.1" }""";
        PublishedKlib klib = read(
                variant("linuxX64ApiElements-published", "kotlin-api", "linux_x64", at),
                new KlibName("org.jetbrains.kotlinx", "atomicfu", "0.32.1"));
        assertEquals(Optional.of(ATOMICFU), klib.elsewhere());
    }

    @Test
    void aModuleThatLinuxHasNoPartInIsRefusedWithWhatItHas() {
        String message = assertThrows(
                IOException.class, () -> read(variant("jsApiElements", "kotlin-api", "js", "\"files\": []"), ATOMICFU))
                .getMessage();
        assertEquals("it is not published for linux_x64, but as jsApiElements", message);
    }

    @Test
    void aFileThatMavenCouldNotFindIsRefused() {
        String files = "\"files\": [ { \"url\": \"elsewhere.klib\" } ]";
        String message = assertThrows(IOException.class, () -> read(variant("a", "kotlin-api", "linux_x64", files), ATOMICFU)).getMessage();
        assertTrue(message.contains("elsewhere.klib") && message.contains("atomicfu-linuxx64-0.32.1[-classifier].klib"), message);
    }

    @Test
    void metadataThatIsNoJsonIsNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("b.module"), "<html>");
        String message = assertThrows(IOException.class, () -> PublishedKlib.read(file, ATOMICFU, "linux_x64")).getMessage();
        assertTrue(message.startsWith(file + " is not JSON"), message);
    }

    @Test
    void whatWeOurselvesPublishIsRead() throws IOException {
        ModuleMetadata metadata = new ModuleMetadata("dev.timemory", "timemory-dsl", "1.2", List.of());
        metadata.linuxX64(Files.writeString(directory.resolve("klib"), "k"), List.of(
                new Coordinates("org.jetbrains.kotlin", "kotlin-stdlib", "2.3.21"),
                new Coordinates("dev.timemory", "timemory-cinterop", "1.2")));
        Path file = Files.writeString(directory.resolve("c.module"), metadata.json());
        PublishedKlib klib = PublishedKlib.read(file, new KlibName("dev.timemory", "timemory-dsl", "1.2"), "linux_x64");
        assertEquals(List.of(""), klib.files());
        assertEquals(List.of(new KlibName("dev.timemory", "timemory-cinterop", "1.2")), klib.uses());
    }
}
