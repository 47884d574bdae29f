package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeTargetTest {

    @TempDir
    Path root;

    @Test
    void codeForThisMachineIsMadeByItsOwnToolsAndRunsAsItIs() {
        NativeTarget here = NativeTarget.of("linux_x64");
        assertEquals(List.of("gcc"), here.tool("gcc", "/"));
        assertEquals(List.of(), here.emulator("/"));
    }

    @Test
    void codeForAnotherMachineHasToolsFilesAndAnEmulator() {
        NativeTarget arm = NativeTarget.of("linux_arm64");
        assertEquals(List.of("aarch64-linux-gnu-gcc", "--sysroot=/arm"), arm.tool("gcc", "/arm"));
        assertEquals(List.of("aarch64-linux-gnu-ar"), arm.tool("ar", "/arm"));
        assertEquals(List.of("qemu-aarch64-static", "-L", "/arm"), arm.emulator("/arm"));
    }

    @Test
    void aTargetThatIsNoneIsRefusedWithThoseThatThereAre() {
        String message = assertThrows(IllegalArgumentException.class, () -> NativeTarget.of("linuxArm64")).getMessage();
        assertEquals("konan.target 'linuxArm64' is none; there are linux_x64, linux_arm64", message);
    }

    @Test
    void itsLibrariesAreFoundBelowTheRootOfItsFiles() throws Exception {
        assertEquals(Optional.empty(), NativeHost.find(NativeTarget.LINUX_ARM64, root.toString()));
        Path start = Files.createDirectories(root.resolve("usr/lib/aarch64-linux-gnu"));
        Files.createFile(start.resolve("crt1.o"));
        Path libGcc = Files.createDirectories(root.resolve("usr/lib/gcc/aarch64-linux-gnu/12"));
        NativeHost host = NativeHost.find(NativeTarget.LINUX_ARM64, root.toString()).orElseThrow();
        assertEquals(new NativeHost(libGcc, start, false), host);
        Files.createFile(libGcc.resolve("libstdc++.a"));
        assertTrue(NativeHost.find(NativeTarget.LINUX_ARM64, root.toString()).orElseThrow().staticCpp());
    }

    @Test
    void theEmulatorThatTheCompilerAsksForIsMarkedOnce() throws Exception {
        KonanTools tools = new KonanTools(root.resolve("kotlin"), root.resolve("llvm"));
        tools.markEmulator();
        tools.markEmulator();
        Path dependencies = root.resolve("data/dependencies");
        String name = Files.readString(dependencies.resolve(".extracted")).strip();
        assertTrue(name.startsWith("qemu-aarch64-static-") && !name.contains("\n"), name);
        assertTrue(Files.exists(dependencies.resolve(name).resolve("not-used")), "an empty folder would be fetched again");
    }
}
