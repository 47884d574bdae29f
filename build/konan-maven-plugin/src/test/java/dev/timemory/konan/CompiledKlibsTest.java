package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompiledKlibsTest {

    @TempDir
    private Path directory;

    @Test
    void eachKlibComesAfterThoseThatItUses() {
        List<CompiledKlibs.Klib> given =
                List.of(klib("coroutines", "stdlib", "atomicfu", "interop"), klib("atomicfu", "interop"), klib("interop"), klib("other"));
        List<String> names = CompiledKlibs.inOrder(given).stream().map(CompiledKlibs.Klib::name).toList();
        assertEquals(List.of("interop", "atomicfu", "coroutines", "other"), names);
    }

    @Test
    void nameAndUsedKlibsAreReadFromTheManifest() throws IOException {
        Path file = withFile("default/manifest", "abi_version=2.3.0\nunique_name=org.jetbrains.kotlinx\\:atomicfu\ndepends=stdlib "
                + "org.jetbrains.kotlinx\\:interop\n");
        CompiledKlibs.Klib klib = CompiledKlibs.Klib.read(file);
        assertEquals("org.jetbrains.kotlinx:atomicfu", klib.name());
        assertEquals(Set.of("stdlib", "org.jetbrains.kotlinx:interop"), klib.uses());
    }

    @Test
    void aFileWithoutAManifestIsNamed() throws IOException {
        Path file = withFile("something", "else");
        IOException failure = assertThrows(IOException.class, () -> CompiledKlibs.Klib.read(file));
        assertTrue(failure.getMessage().contains(file.toString()), failure.getMessage());
    }

    private static CompiledKlibs.Klib klib(String name, String... uses) {
        return new CompiledKlibs.Klib(Path.of(name + ".klib"), name, Set.of(uses));
    }

    private Path withFile(String name, String content) throws IOException {
        Path file = directory.resolve("x.klib");
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
