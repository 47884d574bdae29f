package timemory.tools.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

    /** The same stand in {@code text.test.ts} of timemory-report: all outputs show a label the same way. */
    @Test
    void labelsAreShownAsAllOutputsShowThem() {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("plain a.b/c:1 \u00e4 \u65e5\u672c \ud83d\ude00", "plain a.b/c:1 \u00e4 \u65e5\u672c \ud83d\ude00");
        shown.put("line\nbreak\r\tend", "line\\nbreak\\r\\tend");
        shown.put("\0\007\033[31m\177\u0085", "\\u0000\\u0007\\u001b[31m\\u007f\\u0085");
        shown.put("gnp\u202etxt\u2066\u200e\u200b\u00ad\ufeff", "gnp\\u202etxt\\u2066\\u200e\\u200b\\u00ad\\ufeff");
        shown.put("a\u2028b\u2029c\ue000\uffff", "a\\u2028b\\u2029c\\ue000\\uffff");
        shown.put("half \ud83d and \ude00 whole \ud83d\ude00", "half \\ud83d and \\ude00 whole \ud83d\ude00");
        shown.put("", "");
        shown.forEach((label, expected) -> assertEquals(expected, Terminal.visible(label)));
    }
}
