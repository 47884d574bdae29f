package timemory.tools.roofline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ErtProgressTest {

    private static String told(boolean isTerminal, int columns, String... texts) {
        StringWriter out = new StringWriter();
        try (ErtProgress progress = new ErtProgress(new PrintWriter(out), isTerminal, columns)) {
            for (String text : texts) {
                progress.tell(text);
            }
        }
        return out.toString();
    }

    @Test
    void aTerminalShowsABarThatIsTakenAway() {
        String bar = told(true, 200, "50 %: fma f64, 2 threads, round 1");
        assertEquals("\r\u001B[K[" + "#".repeat(15) + " ".repeat(15) + "]  50 %  fma f64, 2 threads, round 1\r\u001B[K", bar);
    }

    @Test
    void aBarIsNoWiderThanTheTerminal() {
        assertEquals("\r\u001B[K[" + "#".repeat(30) + "] 100 \r\u001B[K", told(true, 38, "100 %: a kernel with a long name"));
    }

    @Test
    void elsewhereThereIsALineForEachKernel() {
        assertEquals("timemory: 0 %: a\ntimemory: 50 %: b\n", told(false, 80, "0 %: a", "50 %: b"));
    }

    @Test
    void whatIsNoPartOfTheWholeIsALineOfItsOwn() {
        assertEquals("\r\u001B[K[" + " ".repeat(30) + "]   0 %  a\r\u001B[Ktimemory: compiling kernels\n",
                told(true, 80, "0 %: a", "compiling kernels"));
    }
}
