package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class TestReportTest {

    private static final List<String> RUN = List.of(
            "##teamcity[testSuiteStarted name='timemory.CallGraphTest' locationHint='ktest:suite://timemory.CallGraphTest']",
            "##teamcity[testStarted name='nests' locationHint='x']",
            "printed by the test",
            "##teamcity[testFinished name='nests' duration='12']",
            "##teamcity[testStarted name='merges']",
            "##teamcity[testFailed name='merges' message='expected <|'1|'>|nbut was <2>' details='at |[somewhere|]']",
            "##teamcity[testFinished name='merges' duration='3']",
            "##teamcity[testIgnored name='later']",
            "##teamcity[testSuiteFinished name='timemory.CallGraphTest']");

    @Test
    void countsPassedFailedAndIgnoredTests() {
        assertEquals("Tests run: 3, Failures: 1, Errors: 0, Skipped: 1", TestReport.parse(RUN).summary());
    }

    @Test
    void namesWhatFailedAndWhy() {
        assertEquals(
                List.of("timemory.CallGraphTest.merges: expected <'1'>\nbut was <2>\nat [somewhere]"), TestReport.parse(RUN).failures());
    }

    @Test
    void aTestInWhichTheProgramEndedHasFailed() {
        TestReport report = TestReport.parse(RUN.subList(0, 3));
        assertEquals(1, report.failed());
        assertTrue(report.failures().get(0).contains("ended in the midst"), report.failures().get(0));
    }

    @Test
    void understandsEscapesAlsoBehindOtherOutput() {
        assertEquals(
                Map.of("", "testStarted", "name", "a|b'c\u00e9\nd"),
                TestReport.messageIn("no newline##teamcity[testStarted name='a||b|'c|0x00e9|nd']"));
        assertEquals(Map.of(), TestReport.messageIn("##team"));
    }

    @Test
    void readsALongStackTraceInOneMessage() {
        String details = "at timemory.Something|n".repeat(100_000);
        Map<String, String> message = TestReport.messageIn("##teamcity[testFailed name='x' details='" + details + "']");
        assertEquals(100_000, message.get("details").lines().count());
    }

    @Test
    void writesOneXmlFileForEachSuiteAndRemovesThoseOfEarlierRuns(@TempDir Path directory) throws Exception {
        Path stale = Files.createFile(directory.resolve("TEST-gone.xml"));
        TestReport.parse(RUN).write(directory);
        assertFalse(Files.exists(stale));
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(directory.resolve("TEST-timemory.CallGraphTest.xml").toFile())
                .getDocumentElement();
        assertEquals("3", suite.getAttribute("tests"));
        assertEquals("1", suite.getAttribute("failures"));
        assertEquals("1", suite.getAttribute("skipped"));
        assertEquals(3, suite.getElementsByTagName("testcase").getLength());
        assertTrue(suite.getElementsByTagName("failure").item(0).getTextContent().contains("but was <2>"));
    }

    @Test
    void controlCharactersOfAMessageDoNotBreakTheXml(@TempDir Path directory) throws Exception {
        TestReport report = new TestReport();
        report.failed("c", "x", 0.5, "bell \u0007 and \uFFFF");
        report.write(directory);
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(directory.resolve("TEST-c.xml").toFile());
    }
}
