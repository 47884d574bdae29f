package timemory.tools.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class VisibleOutputTest {
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = VisibleOutput.on(new PrintWriter(text));

    private String written() {
        out.flush();
        return text.toString();
    }

    @Test
    void whatATerminalWouldObeyIsWrittenAsAnEscape() {
        out.print("a\u001B[2J\u009B2Jb\u202Ec\r\u0007");
        assertEquals("a\\u001b[2J\\u009b2Jb\\u202ec\\r\\u0007", written());
    }

    @Test
    void linesAndTabsStay() {
        out.print("\na\tb\n\nc");
        out.write('\n');
        assertEquals("\na\tb\n\nc\n", written());
    }

    @Test
    void coloursOfTablesStayAndNoOtherCodes() {
        out.print("\u001B[1mbold\u001B[0m \u001B[31mred\u001B[0m \u001B[8mhidden\u001B]0;title");
        assertEquals("\u001B[1mbold\u001B[0m \u001B[31mred\u001B[0m \\u001b[8mhidden\\u001b]0;title", written());
    }

    @Test
    void aCharacterInTwoPartsIsWhole() {
        out.write("x\uD83D");
        out.write('\uDE80');
        out.write(new char[] {'y', '\uD83D'}, 0, 2);
        out.write("\uDE80z", 0, 2);
        assertEquals("x\uD83D\uDE80y\uD83D\uDE80z", written());
    }

    @Test
    void ourOwnCodesGoToWhereItLeads() {
        VisibleOutput.raw(out).print("\u001B[H");
        assertEquals("\u001B[H", written());
        assertSame(out, VisibleOutput.on(out));
    }
}
