package dev.timemory.konan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Runs the Kotlin/Native compiler and cinterop. */
final class KonanCompiler {

    private final KonanTools tools;
    private final Path jdk;
    private final Path work;
    private final Consumer<String> warnings;
    private final NativeHost host;
    private final NativeTarget target;
    private final String sysroot;
    private final String properties;

    /**
     * @param sysroot the root of the files to link with
     * @param jdk the Java that the compiler runs on
     * @param work where it may leave temporary files
     * @param warnings receives each compiler warning
     */
    KonanCompiler(KonanTools tools, NativeHost host, NativeTarget target, String sysroot, Path jdk, Path work, Consumer<String> warnings) {
        this.tools = tools;
        this.jdk = jdk;
        this.work = work;
        this.warnings = warnings;
        this.host = host;
        this.target = target;
        this.sysroot = sysroot;
        this.properties = properties(false);
    }

    /** Compiles sources or a klib to a klib or a binary. */
    void compile(List<String> arguments) throws IOException {
        compile(properties, arguments);
    }

    /** Links a klib to a program without dynamic libraries, or with them if there is no static C++ library. */
    void compileStatically(List<String> arguments) throws IOException {
        if (!host.staticCpp()) {
            warnings.accept("no static C++ library, so linked dynamically; install g++ for a program that starts faster");
            compile(arguments);
            return;
        }
        List<String> all = new ArrayList<>(arguments);
        // Without an interpreter the C library's start code resolves its own functions; a fixed address leaves nothing to relocate.
        for (String option : List.of("-static", "--no-pie", "--no-dynamic-linker")) {
            all.addAll(List.of("-linker-option", option));
        }
        compile(properties(true), all);
    }

    private void compile(String properties, List<String> arguments) throws IOException {
        List<String> request = new ArrayList<>(List.of(CompilerWorker.COMPILER, "-target", target.konan));
        request.add("-Xoverride-konan-properties=" + properties);
        request.addAll(arguments);
        runInWorker("konanc", request);
    }

    /** Where the debug code of the standard and platform libraries is that the compiler includes. */
    Path compiledSystem() {
        return tools.kotlin().resolve("klib/cache/linux_x64-gSTATIC-system");
    }

    /**
     * Compiles common sources to the metadata of their declarations, using the compiler that Gradle's plugin uses, which is in the same
     * JAR.
     */
    void compileCommon(List<String> arguments) throws IOException {
        List<String> request = new ArrayList<>(List.of(CompilerWorker.METADATA_COMPILER));
        request.addAll(arguments);
        runInWorker("compilation of common metadata", request);
    }

    /** Compiles a .def file to a klib. */
    void cinterop(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("cinterop", "-target", target.konan));
        command.addAll(List.of("-Xoverride-konan-properties", properties));
        command.addAll(arguments);
        runAlone(command);
    }

    /** Where the compiler looks for LLVM, gcc's start files and the system's libraries, instead of downloading its own. */
    private String properties(boolean statically) {
        // As in the compiler's own properties, except for the C++ library if only the shared one is installed.
        String cpp = statically ? "-Bstatic -lstdc++" : host.staticCpp() ? "-Bstatic -lstdc++ -Bdynamic" : "-l:libstdc++.so.6";
        String linkerFlags = cpp
                + " -ldl -lm -lpthread --defsym __cxa_demangle=Konan_cxa_demangle --gc-sections";
        String pair = target.isThisMachine() ? target.konan : NativeTarget.LINUX_X64.konan + "-" + target.konan;
        String root = Path.of(sysroot, "usr").toString();
        Map<String, String> values = new TreeMap<>(Map.of(
                "llvmHome.linux_x64", tools.llvm().toString(),
                "llvmVersion.linux_x64", "20",
                "libffiDir.linux_x64", "/usr",
                "linker." + pair, tools.llvm().resolve("bin/ld.lld").toString(),
                "targetToolchain." + pair, root,
                "gccToolchain." + target.konan, root,
                "targetSysRoot." + target.konan, sysroot,
                "libGcc." + target.konan, belowRoot(host.libGcc()),
                "crtFilesLocation." + target.konan, belowRoot(host.startFiles()),
                "abiSpecificLibraries." + target.konan, "lib/" + target.triple + " usr/lib/" + target.triple + " lib64 usr/lib64"));
        values.put("linkerKonanFlags." + target.konan, linkerFlags);
        if (statically) {
            values.put("linkerGccFlags." + target.konan, "-lgcc -lgcc_eh -lc -lgcc -lgcc_eh");
        }
        values.put("dependencies." + pair, "");
        StringBuilder joined = new StringBuilder("airplaneMode=true;dependencies.linux_x64=");
        values.forEach((name, value) -> joined.append(';').append(name).append('=').append(value));
        return joined.toString();
    }

    private String belowRoot(Path file) {
        return Path.of(sysroot).relativize(file).toString();
    }

    /** Uses a process that has done so before, if there is one: that takes a quarter of the time. */
    private void runInWorker(String what, List<String> request) throws IOException {
        Path classPath = tools.kotlin().resolve("konan/lib/kotlin-native-compiler-embeddable.jar");
        CompilerProcess.Outcome outcome =
                CompilerWorkers.run(jvm("worker"), classPath, tools.kotlin().getParent(), environment(), request);
        report(what, outcome.status(), outcome.output());
    }

    /** The command that starts a JVM for the compiler; {@code kind} names its purpose, which determines the classes it loads. */
    private List<String> jvm(String kind) {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin/java").toString());
        command.addAll(List.of("-Xmx3G", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        int java = JdkFinder.featureOf(jdk);
        if (java >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (java >= 19) {
            // The compiler's classes, kept parsed between builds: loading them is half the time of a small compilation.
            Path classes = tools.kotlin().resolveSibling(kind + "-classes-" + tools.kotlin().getFileName() + "-java" + java + ".jsa");
            command.addAll(List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + classes, "-Xlog:disable", "-Xlog:all=off"));
        }
        command.add("-Dkonan.home=" + tools.kotlin());
        return command;
    }

    private Map<String, String> environment() {
        return Map.of(
                "LIBCLANG_DISABLE_CRASH_RECOVERY", "1",
                "LD_LIBRARY_PATH", tools.llvm().resolve("lib").toString(),
                "KONAN_DATA_DIR", tools.kotlin().resolveSibling("data").toString(),
                // When clang 20 optimises, it writes bitcode that the compiler's own LLVM 19 cannot read; the compiler optimises it itself.
                "CCC_OVERRIDE_OPTIONS", "# +-Xclang +-disable-llvm-passes");
    }

    /** Uses a separate process because libclang crashes on bad headers. */
    private void runAlone(List<String> arguments) throws IOException {
        List<String> command = jvm("cinterop");
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(work.resolve("tmp")));
        command.addAll(List.of("-cp", tools.kotlin().resolve("konan/lib/kotlin-native-compiler-embeddable.jar").toString()));
        command.add("org.jetbrains.kotlin.cli.utilities.MainKt");
        command.addAll(arguments);

        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            report(arguments.get(0), process.waitFor(), output);
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + arguments.get(0), interrupted);
        }
    }

    private void report(String what, int status, String output) throws IOException {
        if (status != 0) {
            throw new IOException(what + " ended with status " + status + ":\n" + output);
        }
        output.lines().filter(KonanCompiler::isWarning).forEach(warnings);
    }

    /** Warnings of the C compiler about code that the Kotlin compiler itself generates are useless. */
    private static boolean isWarning(String line) {
        return line.contains("warning:") && !line.contains("api.cpp");
    }
}
