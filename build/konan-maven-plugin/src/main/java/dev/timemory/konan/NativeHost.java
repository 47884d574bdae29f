package dev.timemory.konan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What this machine offers a native build: the C toolchain whose start files and libraries the linker uses.
 *
 * @param libGcc the directory of the compiler's own library
 * @param startFiles the directory of {@code crt1.o}
 * @param staticCpp whether the C++ library can be linked statically; the static one comes with g++, gcc alone only has the shared one
 */
record NativeHost(Path libGcc, Path startFiles, boolean staticCpp) {

    private static final String SUPPORTED = "Linux amd64";

    /** Why nothing native can be built here, or empty if it can. */
    static Optional<String> reasonAgainst(boolean wanted) {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        return reasonAgainst(wanted, system, find());
    }

    /** The toolchain for {@code target}, whose files are in {@code sysroot} if it is another machine's. */
    static Optional<NativeHost> find(NativeTarget target, String sysroot) {
        if (target.isThisMachine()) {
            return find();
        }
        Path start = Path.of(sysroot, "usr/lib", target.triple);
        Path compilers = Path.of(sysroot, "usr/lib/gcc", target.triple);
        if (!Files.exists(start.resolve("crt1.o")) || !Files.isDirectory(compilers)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(compilers)) {
            return versions.max(Comparator.naturalOrder())
                    .map(libGcc -> new NativeHost(libGcc, start, Files.exists(libGcc.resolve("libstdc++.a"))));
        } catch (IOException ignored) {
            return Optional.empty();
        }
    }

    static Optional<String> reasonAgainst(boolean wanted, String system, Optional<NativeHost> host) {
        if (!wanted) {
            return Optional.of("-Dnative=false");
        }
        if (!system.equals(SUPPORTED)) {
            return Optional.of("it is built on " + SUPPORTED + " only, and this is " + system);
        }
        if (host.isEmpty()) {
            return Optional.of("there is no C toolchain; install gcc and libc6-dev (apt-get install gcc libc6-dev)");
        }
        return Optional.empty();
    }

    /** The toolchain according to gcc; empty if gcc or the C library's start files are missing. */
    static Optional<NativeHost> find() {
        Optional<Path> libGcc = ask("-print-libgcc-file-name");
        Optional<Path> start = ask("-print-file-name=crt1.o");
        if (libGcc.isEmpty() || start.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new NativeHost(
                libGcc.get().getParent(), start.get().getParent(), ask("-print-file-name=libstdc++.a").isPresent()));
    }

    private static Optional<Path> ask(String question) {
        try {
            Process gcc = new ProcessBuilder("gcc", question).redirectErrorStream(true).start();
            String answer = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            Path file = Path.of(answer);
            // If gcc does not find a file, it prints its bare name.
            return gcc.waitFor() == 0 && file.isAbsolute() && Files.exists(file)
                    ? Optional.of(file.toRealPath())
                    : Optional.empty();
        } catch (IOException ignored) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
