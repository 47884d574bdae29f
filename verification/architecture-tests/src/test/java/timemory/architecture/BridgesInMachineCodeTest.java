package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static timemory.tests.Repository.ROOT;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.tests.OptionalTools;

/**
 * Checks in the linked library what {@link BridgesTest} checks in the sources: no Kotlin function calls a bridge while its thread is in the
 * runnable state, either directly or through a C function that it calls without leaving that state ({@code @GCUnsafeCall}).
 *
 * <p>Instructions are read in file order, so a call after a branch may be attributed to the wrong state, and calls through pointers are not
 * seen.
 */
@Tag("optional-tools")
class BridgesInMachineCodeTest {
    private static final Path NATIVE = ROOT.resolve("timemory-native");
    private static final Path LIBRARY = NATIVE.resolve("target/lib/libtimemory.so");
    private static final Pattern EXPORTED = Pattern.compile("@ExportedBridge\\(\"(\\w+)\"\\)");
    private static final Pattern FUNCTION = Pattern.compile("^[0-9a-f]+ <(.*)>:$");
    private static final Pattern CALL = Pattern.compile("\\b(?:call|jmp)q?\\s+[0-9a-f]+ <(.+?)(?:\\+0x[0-9a-f]+)?>$");
    private static final String TO_RUNNABLE = "Kotlin_mm_switchThreadStateRunnable";
    private static final String TO_NATIVE = "Kotlin_mm_switchThreadStateNative";
    private static final long MAX_MINUTES = 5;

    /** Who calls a function, and whether as Kotlin, not in a native state. */
    private record Call(String caller, boolean isRunnable) {}

    private final Map<String, List<Call>> callers = new HashMap<>();
    private final Set<String> entries = new HashSet<>();

    @Test
    void noKotlinCodeReachesABridgeInTheLibrary() throws IOException, InterruptedException {
        assumeTrue(Files.exists(LIBRARY), "the library is not built");
        Set<String> bridges = bridges();
        disassemble(OptionalTools.require("objdump"));
        Set<String> without = new TreeSet<>(bridges);
        without.removeAll(entries);
        assertEquals(Set.of(), without, "are not found as functions that begin to run Kotlin");
        assertEquals(List.of(), waysFromKotlin(bridges));
    }

    private static Set<String> bridges() throws IOException {
        Set<String> names = new TreeSet<>();
        try (var files = Files.list(NATIVE.resolve("src/bridges"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Matcher exported = EXPORTED.matcher(Files.readString(file));
                while (exported.find()) names.add(exported.group(1));
            }
        }
        assertTrue(names.size() > 50, names.toString());
        return names;
    }

    @Test
    void aWayThroughCIsFoundUnlessKotlinChangedItsState() throws IOException {
        read(new BufferedReader(new StringReader(String.join("\n",
                "0000000000001000 <tm_bridge>:", "  1000: call   2000 <Kotlin_mm_switchThreadStateRunnable_debug>",
                "0000000000003000 <helper>:", "  3000: jmp    1000 <tm_bridge>",
                "0000000000004000 <kfun:right(){}>:", "  4000: call   2100 <Kotlin_mm_switchThreadStateNative>",
                "  4004: call   3000 <helper>",
                "0000000000005000 <kfun:wrong(){}>:", "  5000: call   3000 <helper>"))));
        assertEquals(Set.of("tm_bridge"), entries);
        assertEquals(List.of("kfun:wrong(){} > helper > tm_bridge"), waysFromKotlin(Set.of("tm_bridge")));
    }

    private void disassemble(String objdump) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(objdump, "-d", "--no-show-raw-insn", "-j", ".text", LIBRARY.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        // The end of the process ends the reading below; destroying it here after it has ended would close output that has not been read.
        process.onExit().orTimeout(MAX_MINUTES, TimeUnit.MINUTES).whenComplete((ended, late) -> {
            if (late != null) process.destroyForcibly();
        });
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            read(lines);
        }
        assertEquals(0, process.waitFor());
    }

    private void read(BufferedReader lines) throws IOException {
        String function = null;
        boolean isRunnable = true;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher begin = FUNCTION.matcher(line);
            if (begin.matches()) {
                function = begin.group(1);
                isRunnable = true;
                continue;
            }
            Matcher call = CALL.matcher(line);
            if (function == null || !call.find()) continue;
            String target = call.group(1);
            if (target.startsWith(TO_RUNNABLE)) {
                entries.add(function);
                isRunnable = true;
            } else if (target.startsWith(TO_NATIVE)) {
                isRunnable = false;
            } else if (!target.equals(function)) {
                callers.computeIfAbsent(target, name -> new ArrayList<>()).add(new Call(function, isRunnable));
            }
        }
    }

    /** The ways by which Kotlin code reaches one of {@code bridges}: who calls whom. */
    private List<String> waysFromKotlin(Set<String> bridges) {
        Map<String, String> ways = new LinkedHashMap<>();
        bridges.forEach(bridge -> ways.put(bridge, bridge));
        Deque<String> open = new ArrayDeque<>(bridges);
        List<String> found = new ArrayList<>();
        while (!open.isEmpty()) {
            String target = open.pop();
            for (Call call : callers.getOrDefault(target, List.of())) {
                String way = call.caller + " > " + ways.get(target);
                if (call.caller.startsWith("kfun:") || bridges.contains(call.caller)) {
                    if (call.isRunnable) found.add(way);
                } else if (ways.putIfAbsent(call.caller, way) == null) {
                    open.push(call.caller);
                }
            }
        }
        return found;
    }
}
