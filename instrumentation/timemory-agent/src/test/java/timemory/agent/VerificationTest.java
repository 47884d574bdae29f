package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every class of large programs is woven and verified, whether its code would run or not. Classes that cannot be linked with the agent must
 * be exactly those that cannot be linked without it because they need missing libraries.
 */
class VerificationTest {
    static final String EVERYTHING = "include=.;min-size=0;constructors;lambdas;static-initializers";

    @TempDir
    Path folder;

    @Test
    @Tag("java17")
    void allClassesOfH2AreVerifiedWhenWoven() throws Exception {
        assertLinksAlike(1000, 12_000, EVERYTHING, Measured.H2.toString());
    }

    @Test
    @Tag("thorough") // 4,900 classes; every build verifies those of H2
    void allClassesOfJavaDesktopAreVerifiedWhenWoven() throws Exception {
        assertLinksAlike(4900, 47_000, EVERYTHING + ";jdk", "module:java.desktop");
    }

    @Test
    @EnabledIfSystemProperty(named = "timemory.large", matches = "true")
    void allClassesOfTheKotlinCompilerAreVerifiedWhenWoven() throws Exception {
        List<String> jars = new ArrayList<>(List.of(Measured.KOTLIN_COMPILER.toString()));
        for (Path jar : Measured.OF_KOTLIN_COMPILER) jars.add(jar.toString());
        assertLinksAlike(24_000, 180_000, EVERYTHING, jars.toArray(String[]::new));
    }

    private void assertLinksAlike(int classes, int functions, String options, String... what) throws Exception {
        Programs.Outcome plain = link(List.of(), what);
        Path report = folder.resolve("report");
        Programs.Outcome measured =
                link(List.of("-javaagent:" + Programs.AGENT + "=" + options + ";throttle=false;report-file=" + report), what);
        assertEquals(withoutChance(plain.output()), withoutChance(measured.output()), measured.errors());
        String told = Files.readString(report);
        Matcher woven = Pattern.compile("([0-9,]+) functions of ([0-9,]+) classes were woven").matcher(told);
        assertTrue(woven.find(), told);
        assertTrue(number(woven.group(1)) >= functions, told);
        assertTrue(number(woven.group(2)) >= classes, told);
        assertFalse(told.contains("could not be woven"), told);
    }

    private Programs.Outcome link(List<String> agent, String... what) throws Exception {
        List<String> flags = new ArrayList<>(List.of("-Xverify:all", "-Djava.awt.headless=true", "-cp", Programs.CLASS_PATH));
        flags.addAll(agent);
        Programs.Outcome outcome = Programs.java(folder, flags, "programs.LinkAll", what);
        assertEquals(0, outcome.status(), outcome.errors());
        return outcome;
    }

    private static int number(String text) {
        return Integer.parseInt(text.replace(",", ""));
    }

    /** Loaders are named by their identity hash codes; which of several missing classes is named is by chance too. */
    private static String withoutChance(String output) {
        return output.replaceAll("@0x[0-9a-f]+|@[0-9a-f]{6,8}", "").replaceAll("(NoClassDefFoundError): .*", "$1");
    }
}
