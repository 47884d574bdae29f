package dev.timemory.konan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * The Kotlin/Native compiler and the LLVM it links with, unpacked from their Maven artifacts.
 *
 * <p>They are unpacked once per version into a cache that outlives {@code target/}: several builds may request them at once, so a file lock
 * guards the unpacking, and a marker written last distinguishes a complete copy from an interrupted one.
 *
 * @param kotlin the compiler's home
 * @param llvm the home of clang, lld and libclang
 */
record KonanTools(Path kotlin, Path llvm) {

    /** The Kotlin version whose compiler is used unless the user names one. */
    static final String KOTLIN_VERSION = "2.3.21";

    /** The newest LLVM that the linker of this Kotlin/Native compiler works with; see docs/dev/dependencies.md. */
    static final String LLVM_VERSION = "20.1.7-1.5.12";

    private static final String EMULATOR = "qemu-aarch64-static-5.1.0-linux-2";
    private static final String LLVM_IN_JAR = "org/bytedeco/llvm/linux-x86_64/";
    private static final List<String> PROGRAMS = List.of("clang", "lld", "llvm-ar");
    private static final List<String> LIBRARIES = List.of("libLLVM.so", "libclang-cpp.so", "libclang.so");

    /** Finds an artifact's file, downloading it if necessary. */
    interface Artifacts {
        Path fetch(Artifact artifact) throws ArtifactResolutionException;
    }

    /** Unpacks what is missing from the cache. {@code progress} receives each long step. */
    static KonanTools in(Path cache, String kotlinVersion, String llvmVersion, Artifacts artifacts, Consumer<String> progress)
            throws IOException {
        Path kotlin = cache.resolve("kotlin-native-" + kotlinVersion);
        Path llvm = cache.resolve("llvm-" + llvmVersion);
        Files.createDirectories(cache);
        KnownArchives known = KnownArchives.ofThisBuild();
        try (FileChannel channel = FileChannel.open(
                cache.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = lock(channel)) {
            unpackOnce(kotlin, "the Kotlin/Native compiler " + kotlinVersion, progress, directory -> {
                Path archive = artifacts.fetch(
                        new DefaultArtifact("org.jetbrains.kotlin", "kotlin-native-prebuilt", "linux-x86_64", "tar.gz", kotlinVersion));
                known.check(archive);
                run(List.of("tar", "-xzf", archive.toString(), "--strip-components=1", "-C", directory.toString()));
            });
            unpackOnce(llvm, "LLVM " + llvmVersion, progress, directory -> unpackLlvm(
                    known.check(artifacts.fetch(new DefaultArtifact("org.bytedeco", "llvm", "linux-x86_64", "jar", llvmVersion))),
                    directory));
        }
        return new KonanTools(kotlin, llvm);
    }

    /** Modules that are built in parallel are threads of one process, in which Java throws on a second lock instead of waiting. */
    private static FileLock lock(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException ignored) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted while another module unpacks the native compiler", interrupted);
                }
            }
        }
    }

    /**
     * Makes the compiler believe that the emulator which it requires for cross-compilation is installed: it would look for it on its own
     * server, but never uses it.
     */
    void markEmulator() throws IOException {
        Path dependencies = kotlin.resolveSibling("data").resolve("dependencies");
        Path extracted = dependencies.resolve(".extracted");
        Path marker = Files.createDirectories(dependencies.resolve(EMULATOR)).resolve("not-used"); // an empty folder is not an emulator
        if (!Files.exists(marker)) {
            Files.createFile(marker);
        }
        if (!Files.exists(extracted) || !Files.readString(extracted).contains(EMULATOR)) {
            Files.writeString(extracted, EMULATOR + System.lineSeparator(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private interface Unpacking {
        void into(Path directory) throws IOException, ArtifactResolutionException;
    }

    private static void unpackOnce(Path home, String what, Consumer<String> progress, Unpacking unpacking)
            throws IOException {
        Path complete = home.resolve(".complete");
        if (Files.exists(complete)) {
            return;
        }
        try (Heartbeat heartbeat = new Heartbeat("fetching and unpacking " + what + ", once, into " + home, progress)) {
            deleteTree(home);
            Files.createDirectories(home);
            unpacking.into(home);
            Files.createFile(complete);
            heartbeat.done();
        } catch (ArtifactResolutionException failure) {
            throw new IOException("cannot get " + what + ": " + failure.getMessage(), failure);
        }
    }

    /** Arranges the required parts like an LLVM installation. */
    private static void unpackLlvm(Path jar, Path home) throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        Path lib = Files.createDirectories(home.resolve("lib"));
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path target = entry.isDirectory() ? null : targetOf(entry.getName(), home);
                if (target != null) {
                    Files.createDirectories(target.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
        for (String program : PROGRAMS) {
            if (!bin.resolve(program).toFile().setExecutable(true)) {
                throw new IOException(jar + " holds no " + program);
            }
        }
        link(bin, "clang++", "clang");
        link(bin, "ld.lld", "lld");
        for (String library : LIBRARIES) {
            link(lib, library + ".20.1", library);
        }
        // The compiler's stubs require the libclang of its own LLVM; this one has all the symbols they use.
        link(lib, "libclang.so.19.1", "libclang.so");
    }

    /** Where an entry of the LLVM artifact goes; null for the many that are not used. */
    static Path targetOf(String entry, Path home) {
        if (!entry.startsWith(LLVM_IN_JAR)) {
            return null;
        }
        String name = entry.substring(LLVM_IN_JAR.length());
        if (name.startsWith("lib/clang/20/include/")) {
            Path target = home.resolve(name).normalize();
            return target.startsWith(home) ? target : null;
        }
        String file = name.substring(name.lastIndexOf('/') + 1);
        if (PROGRAMS.contains(file) && (name.equals(file) || name.equals("bin/" + file))) {
            return home.resolve("bin").resolve(file);
        }
        if (name.equals(file) || name.equals("lib/" + file)) {
            for (String library : LIBRARIES) {
                if (file.equals(library) || file.equals(library + ".20.1")) {
                    return home.resolve("lib").resolve(library);
                }
            }
        }
        return null;
    }

    private static void link(Path directory, String name, String target) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
        Files.createSymbolicLink(directory.resolve(name), Path.of(target));
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(command.get(0) + " ended with status " + status + ": " + String.join(" ", command));
            }
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command.get(0), interrupted);
        }
    }

    static void deleteTree(Path top) throws IOException {
        if (!Files.exists(top)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(top)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        }
    }
}
