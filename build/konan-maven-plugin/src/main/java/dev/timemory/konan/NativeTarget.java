package dev.timemory.konan;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The target of native code: this machine or another one, whose files are in a folder ({@code sysroot}). */
enum NativeTarget {
    LINUX_X64("linux_x64", "x86_64-linux-gnu", ""),
    LINUX_ARM64("linux_arm64", "aarch64-linux-gnu", "aarch64-linux-gnu-");

    /** The name that the Kotlin/Native compiler and Gradle's metadata use. */
    final String konan;

    /** The name that Debian uses: a folder of libraries. */
    final String triple;

    private final String toolPrefix;

    NativeTarget(String konan, String triple, String toolPrefix) {
        this.konan = konan;
        this.triple = triple;
        this.toolPrefix = toolPrefix;
    }

    static NativeTarget of(String name) {
        return Stream.of(values()).filter(target -> target.konan.equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("konan.target '" + name + "' is none; there are "
                        + Stream.of(values()).map(target -> target.konan).collect(Collectors.joining(", "))));
    }

    boolean isThisMachine() {
        return this == LINUX_X64;
    }

    /** The start of the command that runs one of the GCC tools. */
    List<String> tool(String name, String sysroot) {
        return isThisMachine() || name.equals("ar") ? List.of(toolPrefix + name) : List.of(toolPrefix + name, "--sysroot=" + sysroot);
    }

    /** The command prefix that runs a program of this target here. */
    List<String> emulator(String sysroot) {
        return isThisMachine() ? List.of() : List.of("qemu-aarch64-static", "-L", sysroot);
    }
}
