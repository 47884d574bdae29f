package dev.timemory.konan;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What native code is made for: the machine that builds it, or another one, whose files lie in a folder ({@code sysroot}). */
enum NativeTarget {
    LINUX_X64("linux_x64", "x86_64-linux-gnu", ""),
    LINUX_ARM64("linux_arm64", "aarch64-linux-gnu", "aarch64-linux-gnu-");

    /** As the Kotlin/Native compiler and Gradle's metadata call it. */
    final String konan;

    /** As Debian calls it: a folder of libraries. */
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

    /** The command that begins with one of the tools of GCC. */
    List<String> tool(String name, String sysroot) {
        return isThisMachine() || name.equals("ar") ? List.of(toolPrefix + name) : List.of(toolPrefix + name, "--sysroot=" + sysroot);
    }

    /** What has a program of this target run here, before its name. */
    List<String> emulator(String sysroot) {
        return isThisMachine() ? List.of() : List.of("qemu-aarch64-static", "-L", sysroot);
    }
}
