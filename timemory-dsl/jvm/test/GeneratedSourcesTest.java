package timemory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Sources that programs of this repository write from others: templates, and the descriptions of settings. One Java is enough. */
@EnabledForJreRange(min = JRE.JAVA_18)
class GeneratedSourcesTest {

    @Test
    void sourcesForTwoToEightComponentsAreWhatTheirTemplatesSayAndSoAreTheOriginals() throws Exception {
        check("codegen/arities/Arities.java");
    }

    @Test
    void propertiesOfSettingsAreWhatTheirDescriptionsSay() throws Exception {
        check("codegen/settings/SettingProperties.java");
    }

    @Test
    void functionsThatDoNothingAreThoseThatTheHeadersDeclare() throws Exception {
        check("../tools/preload/stubs/StubFunctions.java");
    }

    private static void check(String program) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process check = new ProcessBuilder(java, program, "--check").redirectErrorStream(true).start();
        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, check.waitFor(), output);
    }
}
