package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The module of the history is not in the class path of these tests. */
class MissingHistoryCommandTest {

    @Test
    void whoAsksForTheHistoryHearsWhereItIs() {
        for (List<String> arguments : List.of(List.of("history"), List.of("history", "add", "--commit", "c", "x"),
                List.of("history", "--nothing"))) {
            StringWriter messages = new StringWriter();
            int status = TimemoryCommand.run(arguments, new PrintWriter(new StringWriter()), new PrintWriter(messages));
            assertEquals(2, status, messages.toString());
            assertTrue(messages.toString().contains("timemory-history is not on the class path"), messages.toString());
        }
    }

    @Test
    void itIsAmongTheCommands() {
        StringWriter out = new StringWriter();
        TimemoryCommand.run(List.of("--help"), new PrintWriter(out), new PrintWriter(new StringWriter()));
        assertTrue(out.toString().contains("history"), out.toString());
    }
}
