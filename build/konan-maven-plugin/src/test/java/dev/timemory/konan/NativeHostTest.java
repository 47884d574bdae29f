package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NativeHostTest {

    private static final Optional<NativeHost> HOST = Optional.of(new NativeHost(Path.of("/gcc"), Path.of("/lib"), true));

    @Test
    void nothingSpeaksAgainstABuildWithAToolchainOnLinux() {
        assertEquals(Optional.empty(), NativeHost.reasonAgainst(true, "Linux amd64", HOST));
    }

    @Test
    void notWantingItIsReasonEnough() {
        assertEquals(Optional.of("-Dnative=false"), NativeHost.reasonAgainst(false, "Linux amd64", HOST));
    }

    @Test
    void namesTheSystemThatIsNotSupported() {
        String reason = NativeHost.reasonAgainst(true, "Linux aarch64", HOST).orElseThrow();
        assertTrue(reason.contains("Linux amd64 only") && reason.contains("this is Linux aarch64"), reason);
    }

    @Test
    void saysWhatToInstallWithoutAToolchain() {
        String reason = NativeHost.reasonAgainst(true, "Linux amd64", Optional.empty()).orElseThrow();
        assertTrue(reason.contains("install gcc and libc6-dev"), reason);
        assertEquals(1, reason.lines().count());
    }
}
