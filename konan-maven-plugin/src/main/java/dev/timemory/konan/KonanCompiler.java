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

/** Runs the Kotlin/Native compiler and cinterop, each in a process of its own. */
final class KonanCompiler {

    private final KonanTools tools;
    private final Path jdk;
    private final Path work;
    private final Consumer<String> warnings;
    private final NativeHost host;
    private final String properties;

    /**
     * @param jdk the Java that the compiler runs on
     * @param work where it may leave temporary files
     * @param warnings is told each of its warnings
     */
    KonanCompiler(KonanTools tools, NativeHost host, Path jdk, Path work, Consumer<String> warnings) {
        this.tools = tools;
        this.jdk = jdk;
        this.work = work;
        this.warnings = warnings;
        this.host = host;
        this.properties = properties(tools, host, false);
    }

    /** Sources or a klib to a klib or a binary. */
    void compile(List<String> arguments) throws IOException {
        compile(properties, arguments);
    }

    /** A klib to a program without dynamic libraries; to one with them where there is no static C++ library. */
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
        compile(properties(tools, host, true), all);
    }

    private void compile(String properties, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("konanc", "-target", "linux_x64"));
        command.add("-Xoverride-konan-properties=" + properties);
        command.addAll(arguments);
        run(command);
    }

    /** Where the debug code of the standard library and of the platform's is, which the compiler brings. */
    Path compiledSystem() {
        return tools.kotlin().resolve("klib/cache/linux_x64-gSTATIC-system");
    }

    /** Common sources to the metadata of their declarations, by the compiler that Gradle's plugin uses, which stands in the same JAR. */
    void compileCommon(List<String> arguments) throws IOException {
        run("org.jetbrains.kotlin.cli.metadata.KotlinMetadataCompiler", "compilation of common metadata", arguments);
    }

    /** A .def file to a klib. */
    void cinterop(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("cinterop", "-target", "linux_x64"));
        command.addAll(List.of("-Xoverride-konan-properties", properties));
        command.addAll(arguments);
        run(command);
    }

    /** Where the compiler looks for LLVM, gcc's start files and the system's libraries, instead of downloading its own. */
    private static String properties(KonanTools tools, NativeHost host, boolean statically) {
        // As the compiler's own properties have it, but for the C++ library where only the shared one is there.
        String cpp = statically ? "-Bstatic -lstdc++" : host.staticCpp() ? "-Bstatic -lstdc++ -Bdynamic" : "-l:libstdc++.so.6";
        String linkerFlags = cpp
                + " -ldl -lm -lpthread --defsym __cxa_demangle=Konan_cxa_demangle --gc-sections";
        Map<String, String> values = new TreeMap<>(Map.of(
                "llvmHome", tools.llvm().toString(),
                "llvmVersion", "20",
                "linker", tools.llvm().resolve("bin/ld.lld").toString(),
                "gccToolchain", "/usr",
                "targetToolchain", "/usr",
                "targetSysRoot", "/",
                "libGcc", belowRoot(host.libGcc()),
                "crtFilesLocation", belowRoot(host.startFiles()),
                "abiSpecificLibraries", "lib/x86_64-linux-gnu usr/lib/x86_64-linux-gnu lib64 usr/lib64",
                "libffiDir", "/usr"));
        values.put("linkerKonanFlags", linkerFlags);
        if (statically) {
            values.put("linkerGccFlags", "-lgcc -lgcc_eh -lc -lgcc -lgcc_eh");
        }
        StringBuilder joined = new StringBuilder("airplaneMode=true;dependencies.linux_x64=");
        values.forEach((name, value) -> joined.append(';').append(name).append(".linux_x64=").append(value));
        return joined.toString();
    }

    private static String belowRoot(Path directory) {
        return directory.toString().substring(1);
    }

    private void run(List<String> arguments) throws IOException {
        run("org.jetbrains.kotlin.cli.utilities.MainKt", arguments.get(0), arguments);
    }

    private void run(String mainClass, String what, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin/java").toString());
        command.addAll(List.of("-Xmx3G", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
        int java = JdkFinder.featureOf(jdk);
        if (java >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (java >= 19) {
            // The compiler's classes, kept parsed between runs: half the time of a small compilation is loading them.
            Path classes = tools.kotlin().resolveSibling("classes-" + tools.kotlin().getFileName() + "-java" + java + ".jsa");
            command.addAll(List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + classes, "-Xlog:disable", "-Xlog:all=off"));
        }
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(work.resolve("tmp")));
        command.add("-Dkonan.home=" + tools.kotlin());
        command.addAll(List.of("-cp", tools.kotlin().resolve("konan/lib/kotlin-native-compiler-embeddable.jar").toString()));
        command.add(mainClass);
        command.addAll(arguments);

        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("LIBCLANG_DISABLE_CRASH_RECOVERY", "1");
        environment.put("LD_LIBRARY_PATH", tools.llvm().resolve("lib").toString());
        environment.put("KONAN_DATA_DIR", tools.kotlin().resolveSibling("data").toString());
        // clang 20 writes bitcode, when it optimises, that the compiler's own LLVM 19 cannot read; the compiler optimises it itself.
        environment.put("CCC_OVERRIDE_OPTIONS", "# +-Xclang +-disable-llvm-passes");

        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(what + " ended with status " + status + ":\n" + output);
            }
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + what, interrupted);
        }
        output.lines().filter(KonanCompiler::isWarning).forEach(warnings);
    }

    /** Those of the C compiler about code that the Kotlin compiler itself generates help nobody. */
    private static boolean isWarning(String line) {
        return line.contains("warning:") && !line.contains("api.cpp");
    }
}
