package dev.timemory.konan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Test results, read from the TeamCity service messages in the output of a Kotlin/Native or Python test program. */
final class TestReport {

    private enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    private record Test(String suite, String name, Outcome outcome, double seconds, String message) {}

    private final List<Test> tests = new ArrayList<>();

    void passed(String suite, String name, double seconds) {
        tests.add(new Test(suite, name, Outcome.PASSED, seconds, null));
    }

    void failed(String suite, String name, double seconds, String message) {
        tests.add(new Test(suite, name, Outcome.FAILED, seconds, message));
    }

    void skipped(String suite, String name) {
        tests.add(new Test(suite, name, Outcome.SKIPPED, 0, null));
    }

    static TestReport parse(List<String> lines) {
        TestReport report = new TestReport();
        String suite = "";
        String failure = null;
        boolean ignored = false;
        boolean open = false;
        String name = "";
        for (String line : lines) {
            Map<String, String> message = messageIn(line);
            switch (message.getOrDefault("", "")) {
                case "testSuiteStarted" -> suite = message.getOrDefault("name", "");
                case "testStarted" -> {
                    name = message.getOrDefault("name", "");
                    failure = null;
                    ignored = false;
                    open = true;
                }
                case "testFailed" -> failure = message.getOrDefault("message", "") + "\n" + message.getOrDefault("details", "");
                case "testIgnored" -> {
                    if (open) {
                        ignored = true;
                    } else {
                        report.skipped(suite, message.getOrDefault("name", ""));
                    }
                }
                case "testFinished" -> {
                    Outcome outcome = failure != null ? Outcome.FAILED : ignored ? Outcome.SKIPPED : Outcome.PASSED;
                    double seconds = Double.parseDouble(message.getOrDefault("duration", "0")) / 1000;
                    report.tests.add(new Test(suite, name, outcome, seconds, failure));
                    open = false;
                }
                default -> {}
            }
        }
        if (open) {
            report.tests.add(new Test(suite, name, Outcome.FAILED, 0, "the test program ended in the midst of this test"));
        }
        return report;
    }

    /** The message's attributes, with its name under the empty key; empty for any other line. */
    static Map<String, String> messageIn(String line) {
        int start = line.indexOf("##teamcity[");
        if (start < 0) {
            return Map.of();
        }
        Map<String, String> found = new LinkedHashMap<>();
        int at = start + "##teamcity[".length();
        int nameEnd = at;
        while (nameEnd < line.length() && Character.isLetter(line.charAt(nameEnd))) {
            nameEnd++;
        }
        found.put("", line.substring(at, nameEnd));
        at = nameEnd;
        while (true) {
            int equals = line.indexOf("='", at);
            if (equals < 0) {
                return found;
            }
            String key = line.substring(at, equals).strip();
            StringBuilder value = new StringBuilder();
            at = equals + 2;
            while (at < line.length() && line.charAt(at) != '\'') {
                if (line.charAt(at) == '|' && at + 1 < line.length()) {
                    at++;
                    at += unescape(line, at, value);
                } else {
                    value.append(line.charAt(at));
                    at++;
                }
            }
            found.put(key, value.toString());
            at++;
        }
    }

    /** Appends the character that the escape at {@code at} represents; returns the length of the escape. */
    private static int unescape(String line, int at, StringBuilder to) {
        char c = line.charAt(at);
        if (c == '0' && line.startsWith("0x", at) && at + 6 <= line.length()) {
            to.append((char) Integer.parseInt(line.substring(at + 2, at + 6), 16));
            return 6;
        }
        to.append(c == 'n' ? '\n' : c == 'r' ? '\r' : c);
        return 1;
    }

    long total() {
        return tests.size();
    }

    long failed() {
        return count(Outcome.FAILED);
    }

    private long count(Outcome outcome) {
        return tests.stream().filter(test -> test.outcome() == outcome).count();
    }

    List<String> failures() {
        return tests.stream()
                .filter(test -> test.outcome() == Outcome.FAILED)
                .map(test -> test.suite() + "." + test.name() + ": " + test.message())
                .toList();
    }

    String summary() {
        return "Tests run: " + total() + ", Failures: " + failed() + ", Errors: 0, Skipped: " + count(Outcome.SKIPPED);
    }

    /** Writes one file for each suite, in Surefire's format. */
    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (var old = Files.newDirectoryStream(directory, "TEST-*.xml")) {
            for (Path file : old) {
                Files.delete(file);
            }
        }
        for (String suite : tests.stream().map(Test::suite).distinct().toList()) {
            List<Test> inSuite = tests.stream().filter(test -> test.suite().equals(suite)).toList();
            Path file = directory.resolve("TEST-" + suite.replaceAll("[^A-Za-z0-9._-]", "_") + ".xml");
            try (var out = Files.newBufferedWriter(file)) {
                writeSuite(suite, inSuite, XMLOutputFactory.newFactory().createXMLStreamWriter(out));
            } catch (XMLStreamException failure) {
                throw new IOException("cannot write " + file, failure);
            }
        }
    }

    private static void writeSuite(String suite, List<Test> tests, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", suite);
        xml.writeAttribute("tests", String.valueOf(tests.size()));
        xml.writeAttribute("failures", String.valueOf(tests.stream().filter(t -> t.outcome() == Outcome.FAILED).count()));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("skipped", String.valueOf(tests.stream().filter(t -> t.outcome() == Outcome.SKIPPED).count()));
        for (Test test : tests) {
            xml.writeStartElement("testcase");
            xml.writeAttribute("classname", suite);
            xml.writeAttribute("name", test.name());
            xml.writeAttribute("time", String.valueOf(test.seconds()));
            if (test.outcome() == Outcome.FAILED) {
                xml.writeStartElement("failure");
                xml.writeCharacters(test.message().replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uFFFD]", "?"));
                xml.writeEndElement();
            } else if (test.outcome() == Outcome.SKIPPED) {
                xml.writeEmptyElement("skipped");
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.flush();
    }
}
