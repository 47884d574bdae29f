package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KonanToolsTest {

    private static final String IN_JAR = "org/bytedeco/llvm/linux-x86_64/";
    private static final Path HOME = Path.of("/cache/llvm");

    @Test
    void programsGoToBinAndLibrariesToLib() {
        assertEquals(HOME.resolve("bin/clang"), KonanTools.targetOf(IN_JAR + "clang", HOME));
        assertEquals(HOME.resolve("lib/libclang.so"), KonanTools.targetOf(IN_JAR + "libclang.so", HOME));
        assertEquals(HOME.resolve("lib/libLLVM.so"), KonanTools.targetOf(IN_JAR + "libLLVM.so.20.1", HOME));
    }

    @Test
    void theCompilersOwnHeadersKeepTheirPlace() {
        assertEquals(
                HOME.resolve("lib/clang/20/include/stddef.h"), KonanTools.targetOf(IN_JAR + "lib/clang/20/include/stddef.h", HOME));
    }

    @Test
    void whatIsNotUsedIsLeftOut() {
        assertNull(KonanTools.targetOf(IN_JAR + "opt", HOME));
        assertNull(KonanTools.targetOf("META-INF/MANIFEST.MF", HOME));
    }

    @Test
    void anEntryThatPointsOutsideIsLeftOut() {
        assertNull(KonanTools.targetOf(IN_JAR + "lib/clang/20/include/../../../../../../etc/passwd", HOME));
    }
}
