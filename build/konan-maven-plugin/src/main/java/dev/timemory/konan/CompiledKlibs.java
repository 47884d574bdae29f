package dev.timemory.konan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Klibs compiled to machine code, each once: debug builds are linked from these, in seconds rather than half a minute. Optimised builds
 * cannot be.
 *
 * <p>A klib's code depends on the klib and on the klibs it uses, so it is kept in a directory named by a digest of all of them: for a klib
 * from a repository, in a cache that outlives {@code target}; for one of this build, next to the klib, where it replaces the code of the
 * previous klib. The code of a snapshot from a repository is also replaced, and kept in the module that uses it. The directory gets its
 * final name once it is complete, so parallel builds that create the same one do not interfere.
 */
final class CompiledKlibs {

    /** Modules that are built in parallel would otherwise compile the same klib twice. */
    private static final Object ONE_AT_A_TIME = new Object();

    private final KonanCompiler compiler;
    private final String version;
    private final Path localRepository;
    private final Path cache;
    private final Path own;
    private final Consumer<String> progress;

    /**
     * @param version of the compiler and its tools
     * @param cache where compiled klibs from {@code localRepository} are kept
     * @param own where compiled snapshots from {@code localRepository} are kept
     */
    CompiledKlibs(KonanCompiler compiler, String version, Path localRepository, Path cache, Path own, Consumer<String> progress) {
        this.compiler = compiler;
        this.version = version;
        this.localRepository = localRepository;
        this.cache = cache;
        this.own = own;
        this.progress = progress;
    }

    /** The contents of a klib's manifest; {@code uses} holds names of klibs. */
    record Klib(Path file, String name, Set<String> uses) {

        static Klib read(Path file) throws IOException {
            Properties manifest = new Properties();
            try (ZipFile zip = new ZipFile(file.toFile())) {
                ZipEntry entry = zip.getEntry("default/manifest");
                if (entry == null) {
                    throw new IOException(file + " has no manifest of a klib");
                }
                try (InputStream in = zip.getInputStream(entry)) {
                    manifest.load(in);
                }
            }
            String uses = manifest.getProperty("depends", "").strip();
            return new Klib(file, manifest.getProperty("unique_name"), uses.isEmpty() ? Set.of() : Set.of(uses.split("\\s+")));
        }
    }

    private record Compiled(String digest, Path directory) {}

    /** Compiles those of {@code klibs} that have not been compiled; returns the compiler arguments that locate all of them. */
    List<String> arguments(List<Path> klibs) throws IOException {
        List<Klib> all = new ArrayList<>();
        for (Path klib : klibs) {
            all.add(Klib.read(klib));
        }
        Map<String, Compiled> made = new LinkedHashMap<>();
        synchronized (ONE_AT_A_TIME) {
            for (Klib klib : inOrder(all)) {
                made.put(klib.name(), compiled(klib, all, made));
            }
        }
        return directories(made);
    }

    private List<String> directories(Map<String, Compiled> made) {
        Stream<Path> all = Stream.concat(Stream.of(compiler.compiledSystem()), made.values().stream().map(Compiled::directory));
        return all.map(directory -> "-Xcache-directory=" + directory).toList();
    }

    /** Each klib after the klibs it uses. */
    static List<Klib> inOrder(List<Klib> klibs) {
        Map<String, Klib> byName = new LinkedHashMap<>();
        klibs.forEach(klib -> byName.put(klib.name(), klib));
        Set<Klib> ordered = new LinkedHashSet<>();
        klibs.forEach(klib -> addAfterItsOwn(klib, byName, ordered));
        return List.copyOf(ordered);
    }

    private static void addAfterItsOwn(Klib klib, Map<String, Klib> byName, Set<Klib> ordered) {
        if (klib != null && !ordered.contains(klib)) {
            klib.uses().stream().sorted().forEach(name -> addAfterItsOwn(byName.get(name), byName, ordered));
            ordered.add(klib);
        }
    }

    private Compiled compiled(Klib klib, List<Klib> all, Map<String, Compiled> made) throws IOException {
        List<Compiled> used =
                made.entrySet().stream().filter(entry -> klib.uses().contains(entry.getKey())).map(Map.Entry::getValue).toList();
        List<String> origin = new ArrayList<>(List.of(version));
        used.forEach(one -> origin.add(one.digest()));
        String digest = Fingerprint.ofContent(origin, klib.file());
        String name = klib.name().replaceAll("[^\\w.-]", "_");
        boolean isOfRepository = klib.file().startsWith(localRepository);
        boolean isRelease = isOfRepository && !klib.file().getFileName().toString().contains("-SNAPSHOT");
        Path home = isRelease ? cache : isOfRepository ? own.resolve(name) : klib.file().resolveSibling("konan").resolve("compiled");
        Path directory = home.resolve(name + "-" + digest.substring(0, 16));
        if (!Files.exists(directory)) {
            if (!isRelease) {
                KonanTools.deleteTree(home);
            }
            Files.createDirectories(home);
            compile(klib, all, made, Files.createTempDirectory(home, "making-"), directory);
        }
        return new Compiled(digest, directory);
    }

    private void compile(Klib klib, List<Klib> all, Map<String, Compiled> made, Path temporary, Path directory) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-p", "static_cache", "-g", "-Xadd-cache=" + klib.file()));
        // The first is the output directory.
        arguments.add("-Xcache-directory=" + temporary);
        arguments.addAll(directories(made));
        arguments.addAll(Klibs.arguments(all.stream().filter(other -> made.containsKey(other.name())).map(Klib::file).toList()));
        try (Heartbeat heartbeat = new Heartbeat("compiling " + klib.file().getFileName() + " to machine code", progress)) {
            compiler.compile(arguments);
            Files.move(temporary, directory);
            heartbeat.done();
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException ignored) {
            // Another build was faster; its code is the same.
        } finally {
            KonanTools.deleteTree(temporary);
        }
    }
}
