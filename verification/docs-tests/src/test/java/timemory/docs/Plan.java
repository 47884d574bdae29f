package timemory.docs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is typed of each page: {@code docs-as-typed.txt}, which explains its lines. */
final class Plan {

    /** ReadmeTest compiles the first two; the others are files of build tools, which need the network. */
    private static final Set<String> ELSEWHERE = Set.of("kotlin", "java", "xml", "kts", "yaml", "json", "cmake");

    private final Map<String, List<Step>> pages = new LinkedHashMap<>();

    private Plan() {}

    static Plan read() {
        Plan plan = new Plan();
        List<Step> steps = new ArrayList<>();
        try (InputStream file = Plan.class.getResourceAsStream("/docs-as-typed.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            for (String line : (Iterable<String>) lines.lines()::iterator) {
                if (line.startsWith("#") || line.isBlank()) continue;
                if (line.startsWith("[")) {
                    steps = new ArrayList<>();
                    plan.pages.put(line.substring(1, line.lastIndexOf(']')), steps);
                } else {
                    steps.add(Step.read(line));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return plan;
    }

    Set<String> pages() {
        return pages.keySet();
    }

    List<Step> of(String page) {
        return pages.getOrDefault(page, List.of());
    }

    /** Returns what is wrong with the steps for {@code blocks} of {@code page}: each block has a step, in the order of the page. */
    List<String> mistakes(String page, List<Block> blocks) {
        List<String> wrong = new ArrayList<>();
        List<Step> steps = of(page).stream().filter(step -> !step.isBetween()).toList();
        int next = 0;
        for (Block block : blocks) {
            if (next < steps.size() && steps.get(next).names(block)) {
                next++;
            } else if (!ELSEWHERE.contains(block.language())) {
                wrong.add(page + ":" + block.line() + ": no step for the block '" + block.name() + "'");
            }
        }
        if (next < steps.size()) wrong.add(page + ": no block '" + steps.get(next).block() + "', in this order");
        for (Step step : steps) {
            boolean needsReason = step.action().equals("not") || step.action().equals("type");
            if (needsReason && step.argument().isEmpty()) wrong.add(page + ": no reason for '" + step.block() + "'");
        }
        return wrong;
    }
}
