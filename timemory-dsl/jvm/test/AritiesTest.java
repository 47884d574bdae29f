package timemory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Sources that are generated for two to eight components. */
class AritiesTest {

    @Test
    void generatedSourcesAreWhatTheirTemplatesSayAndSoAreTheOriginals() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process check = new ProcessBuilder(java, "arities/Arities.java", "--check").redirectErrorStream(true).start();
        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, check.waitFor(), output);
    }
}
