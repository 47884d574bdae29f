package timemory.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import timemory.tests.OptionalTools;
import timemory.tests.Repository;

/** Types the blocks of a page by the steps of its plan. */
final class TypedPage {

    /** The library that C and Python programs load. */
    static final Path NATIVE = Repository.ROOT.resolve("timemory-native/target/lib/libtimemory.so");

    private final String page;
    private final List<Block> blocks;
    private final List<Step> steps;
    private final Map<String, String> replacements = new LinkedHashMap<>();
    private final Typist typist;

    TypedPage(String page, List<Block> blocks, List<Step> steps, Typist typist) {
        this.page = page;
        this.blocks = blocks;
        this.steps = steps;
        this.typist = typist;
    }

    void type() throws IOException, InterruptedException {
        int next = 0;
        for (Step step : steps) {
            if (step.isBetween()) {
                between(step);
                continue;
            }
            while (!step.names(blocks.get(next))) next++;
            block(step, blocks.get(next++));
        }
    }

    private void between(Step step) throws IOException, InterruptedException {
        switch (step.action()) {
            case "do" -> expect(0, step.argument(), "the plan of " + page + ":");
            case "replace" -> {
                String[] words = step.argument().split(" => ", 2);
                replacements.put(words[0], words[1]);
            }
            case "port" -> replacements.put(step.argument(), Integer.toString(freePort()));
            case "stop" -> typist.stop();
            default -> {
                for (String tool : step.argument().split(" ")) need(tool);
            }
        }
    }

    private static void need(String tool) {
        if (tool.equals("native")) {
            assumeTrue(Files.exists(NATIVE), "native modules are not built");
        } else if (!OptionalTools.isThere(tool)) {
            abort(OptionalTools.missing(tool));
        }
    }

    private void block(Step step, Block block) throws IOException, InterruptedException {
        String where = page + ":" + block.line();
        switch (step.action()) {
            case "not" -> {}
            case "save" -> {
                Path file = typist.file(step.argument());
                Files.createDirectories(file.getParent());
                Files.writeString(file, replaced(block.text()));
            }
            case "run" -> expect(0, block.text(), where);
            case "fails" -> expect(Integer.parseInt(step.argument()), block.text(), where);
            case "serve" -> typist.serve(replaced(block.text()), step.argument());
            case "shows" -> shows(block.lines(), where);
            case "session" -> session(block, where, true);
            case "type" -> session(block, where, false);
            default -> python(block, where);
        }
    }

    private void expect(int status, String script, String where) throws IOException, InterruptedException {
        int is = typist.run(replaced(script));
        assertEquals(status, is, () -> where + ":\n" + replaced(script) + "\n" + typist.output());
    }

    private void shows(List<String> lines, String where) {
        List<String> shown = lines.stream().map(this::replaced).toList();
        String missing = Shown.missing(shown, typist.output());
        assertTrue(missing.isEmpty(), () -> where + " shows this line:\n" + missing + "\nThis came instead:\n" + typist.output());
    }

    /** Runs what follows each {@code $}, and compares what it prints if {@code isCompared}. */
    private void session(Block block, String where, boolean isCompared) throws IOException, InterruptedException {
        List<String> shown = new ArrayList<>();
        boolean isFirst = true;
        for (String line : block.lines()) {
            if (!line.startsWith("$ ")) {
                shown.add(line);
                continue;
            }
            if (!isFirst && isCompared) shows(shown, where);
            isFirst = false;
            shown.clear();
            expect(0, line.substring(2) + "\n", where);
        }
        if (isCompared) shows(shown, where);
    }

    /** Types what follows {@code >>>} and {@code ...} into a Python interpreter. */
    private void python(Block block, String where) throws IOException, InterruptedException {
        StringBuilder typed = new StringBuilder();
        List<String> shown = new ArrayList<>();
        boolean isOpen = false;
        for (String line : block.lines()) {
            boolean goesOn = line.startsWith("... ");
            if (isOpen && !goesOn) typed.append('\n');
            isOpen = goesOn;
            if (goesOn || line.startsWith(">>> ")) typed.append(line.substring(4)).append('\n');
            else shown.add(line);
        }
        Files.writeString(typist.file("typed"), typed);
        expect(0, "python3 -i -c '' <typed 2>/dev/null", where);
        shows(shown, where);
    }

    private String replaced(String text) {
        String result = text;
        for (Map.Entry<String, String> entry : replacements.entrySet()) result = result.replace(entry.getKey(), entry.getValue());
        return result;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
