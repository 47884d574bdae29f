package timemory.agent.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
    @TempDir
    private Path folder;

    @Test
    void whatWasWrittenFirstGoesWhereThereIsTooMuch() throws IOException {
        Path path = folder.resolve("cache");
        for (int i = 0; i < 20; i++) {
            CacheFolder.at(path, Long.MAX_VALUE).write(i + ".woven", new byte[1_000]);
            Files.setLastModifiedTime(path.resolve(i + ".woven"), FileTime.fromMillis(1_000L * i));
        }
        Path others = Files.write(path.resolve("letters.txt"), new byte[100_000]);
        Files.setLastModifiedTime(others, FileTime.fromMillis(1L));
        CacheFolder full = CacheFolder.at(path, 10_000);
        full.write("ff.woven", new byte[] {1, 2, 3});
        assertArrayEquals(new byte[] {1, 2, 3}, full.read("ff.woven"));
        assertNull(full.read("0.woven"));
        assertEquals(1_000, full.read("19.woven").length);
        try (Stream<Path> files = Files.list(path)) {
            assertEquals(7, files.count(), "half of what fits, the new one, and what is not the cache's");
        }
    }

    @Test
    void aProcessWritesNoMoreThanItHasTimeFor() throws IOException {
        CacheFolder cache = CacheFolder.at(folder.resolve("cache"), Long.MAX_VALUE);
        for (int i = 0; i <= CacheFolder.MAX_FILES; i++) cache.write("file" + i, new byte[] {1});
        assertEquals(1, cache.read("file" + (CacheFolder.MAX_FILES - 1)).length);
        assertNull(cache.read("file" + CacheFolder.MAX_FILES));
    }

    @Test
    void whatIsReadIsWhatWasWrittenToTheByte() throws IOException {
        List<WovenCache.Function> functions = List.of(new WovenCache.Function("f()V", "acme.A.f", "wall_clock", true));
        CachedClass made = new CachedClass("rules", new byte[] {1}, functions, new byte[] {2, 3});
        byte[] bytes = made.toBytes();
        CachedClass read = CachedClass.of(bytes);
        assertEquals(functions, read.functions());
        assertArrayEquals(made.woven(), read.woven());
        assertTrue(read.isOf("rules", new byte[] {1}));
        assertFalse(read.isOf("rules", new byte[] {2}));
        assertFalse(read.isOf("others", new byte[] {1}));
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 0x10;
            assertNull(CachedClass.of(damaged));
        }
    }

    @Test
    void numbersArePutInPlaceOfPlaceholdersAndOfNothingElse() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "A", null, "java/lang/Object", null);
        writer.newConst("text");
        writer.newConst(12L);
        writer.newConst(WovenCache.placeholder(1));
        writer.newConst(1_000_000);
        writer.newConst(2.5);
        writer.newConst(WovenCache.placeholder(0));
        byte[] bytes = writer.toByteArray();
        assertTrue(SiteNumbers.areIn(bytes));
        assertEquals(2, SiteNumbers.replace(bytes, new int[] {7, 70_000}));
        assertFalse(SiteNumbers.areIn(bytes));
        ClassWriter expected = new ClassWriter(0);
        expected.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "A", null, "java/lang/Object", null);
        expected.newConst("text");
        expected.newConst(12L);
        expected.newConst(70_000);
        expected.newConst(1_000_000);
        expected.newConst(2.5);
        expected.newConst(7);
        assertArrayEquals(expected.toByteArray(), bytes);
    }
}
