package dev.timemory.konan;

import java.util.List;

/** The optional programs that {@code TIMEMORY_TESTS_WITHOUT} hides from tests: {@code all}, or names separated by commas. */
final class HiddenTools {

    private static final String VARIABLE = "TIMEMORY_TESTS_WITHOUT";

    private HiddenTools() {}

    static boolean hides(String name) {
        String hidden = System.getenv(VARIABLE);
        return hidden != null && (hidden.equals("all") || List.of(hidden.split(",")).contains(name));
    }
}
