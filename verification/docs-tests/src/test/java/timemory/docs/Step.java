package timemory.docs;

import java.util.Set;

/**
 * What is done with a block of a page, or between two.
 *
 * @param action one of {@link #ACTIONS}
 * @param argument a file, a text or a reason, by the action
 * @param block how the name of the block begins; empty for a step between blocks
 */
record Step(String action, String argument, String block) {

    /** Steps with a block. */
    static final Set<String> ACTIONS = Set.of("save", "run", "fails", "serve", "session", "type", "shows", "python", "not");

    /** Steps between blocks. */
    static final Set<String> BETWEEN = Set.of("do", "replace", "needs", "stop", "port");

    static Step read(String line) {
        String[] words = line.split(" ", 2);
        String rest = words.length == 1 ? "" : words[1].strip();
        if (BETWEEN.contains(words[0])) return new Step(words[0], rest, "");
        if (!ACTIONS.contains(words[0])) throw new IllegalArgumentException("no action '" + words[0] + "': " + line);
        int bar = rest.startsWith("| ") ? 0 : rest.indexOf(" | ");
        if (bar < 0) throw new IllegalArgumentException("names no block: " + line);
        String block = rest.substring(rest.indexOf("| ", bar) + 2).strip().replaceAll("\\s+", " ");
        return new Step(words[0], rest.substring(0, bar).strip(), block);
    }

    boolean isBetween() {
        return BETWEEN.contains(action);
    }

    boolean names(Block candidate) {
        return candidate.name().startsWith(block);
    }
}
