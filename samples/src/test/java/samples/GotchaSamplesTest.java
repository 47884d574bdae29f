package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples for gotchas, as users run them: with timemory-agent on the class path and no command-line options. */
class GotchaSamplesTest {
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    Path folder;

    @BeforeAll
    static void onlyWhereTheAgentIsPackaged() {
        assumeTrue(CLASS_PATH.matches(".*timemory-agent[^:]*\\.jar.*"), "the agent was not packaged in this build");
    }

    private String run(String main, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xverify:all"));
        if (Runtime.version().feature() >= 22) command.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
        if (Runtime.version().feature() >= 21) command.add("-XX:+EnableDynamicAgentLoading");
        command.addAll(List.of("-cp", CLASS_PATH, main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(folder.resolve("out").toFile()).redirectError(folder.resolve("err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_"));
        builder.environment().put("TIMEMORY_OUTPUT_PATH", folder.resolve("results").toString());
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        Process process = builder.start();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the program did not end");
        assertEquals("", Files.readString(folder.resolve("err")));
        assertEquals(0, process.exitValue());
        return Files.readString(folder.resolve("out"));
    }

    private String table(String name) throws IOException {
        return Files.readString(folder.resolve("results").resolve(name + ".txt"));
    }

    private void assertIsExample(String output) throws IOException {
        double angle = 45.0 * (Math.PI / 180.0);
        String outside =
                "cos(" + angle + ") = " + Math.cos(angle) + "\nsin(" + angle + ") = " + Math.sin(angle) + "\nexp(" + angle + ") = ";
        double replaced = (float) Math.exp((float) angle);
        assertTrue(replaced != Math.exp(angle));
        assertEquals(outside + Math.exp(angle) + '\n' + outside + replaced + '\n' + outside + Math.exp(angle) + '\n', output);
        for (String component : List.of("wall", "cpu")) {
            String table = table(component);
            assertTrue(table.matches("(?s).*>>> main +\\| +1 \\| +0 .*>>> \\|_java.lang.Math.cos +\\| +1 \\| +1 .*>>> "
                    + "\\|_java.lang.Math.sin +\\| +1 \\| +1 .*"), table);
        }
    }

    @Test
    void theExampleInJava() throws Exception {
        assertIsExample(run("samples.GotchasInJava"));
    }

    @Test
    void theExampleInKotlin() throws Exception {
        assertIsExample(run("samples.GotchasKt"));
    }

    @Test
    void everyStatementOfADriverIsSeenWithTheRowsItChanged() throws Exception {
        int sum = 0;
        int below = 0;
        for (int id = 1; id <= 1000; id++) {
            sum += id % 10;
            if (id % 10 < 3) below++;
        }
        assertEquals("sum " + sum + "\nchanged " + below + "\nrefused 23505\n", run("samples.JdbcCallsKt", "jdbc:h2:mem:"));
        String table = table("rows_changed");
        // The table's own creation; one insert for each id; the update, and the insert that was refused.
        assertTrue(table.matches("(?s).*java.sql.Statement.execute +\\| +1 \\| +0 \\| rows_changed \\| +\\| +0 .*"), table);
        assertTrue(table.matches("(?s).*java.sql.PreparedStatement.executeUpdate +\\| +1000 \\| +0 \\| rows_changed \\| +\\| +1000 .*"),
                table);
        assertTrue(table.matches("(?s).*java.sql.Statement.executeQuery +\\| +1 \\| +0 .*"), table);
        assertTrue(table.matches("(?s).*java.sql.Statement.executeUpdate +\\| +2 \\| +0 \\| rows_changed \\| +\\| +" + below + " .*"),
                table);
    }
}
