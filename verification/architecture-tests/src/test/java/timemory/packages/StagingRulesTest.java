package timemory.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of {@code build/stage}'s deployment finds what Maven Central rejects. */
class StagingRulesTest {
    private static final Path CHECK = Path.of("../../build/packaging/maven/CheckStaging.java").toAbsolutePath();

    @TempDir
    Path folder;

    private void write(String name, String content) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.writeString(folder.resolve(name + ".asc"), "a signature");
        for (String kind : List.of("MD5", "SHA-1")) {
            String sum = HexFormat.of().formatHex(MessageDigest.getInstance(kind).digest(content.getBytes(StandardCharsets.UTF_8)));
            Files.writeString(folder.resolve(name + "." + kind.toLowerCase(java.util.Locale.ROOT).replace("-", "")), sum);
        }
    }

    /** A parent with the elements that artifacts inherit, and an artifact. */
    private void writeAll() throws Exception {
        write("org/acme/parent/1/parent-1.pom", "<project><artifactId>parent</artifactId><packaging>pom</packaging><name>p</name>"
                + "<description>d</description><url>u</url><licenses><l>A</l></licenses><developers><d>D</d></developers><scm><url>s</url></scm></project>");
        write("org/acme/a/1/a-1.pom",
                "<project><parent><groupId>org.acme</groupId><artifactId>parent</artifactId><version>1</version></parent>"
                        + "<artifactId>a</artifactId><name>a</name><description>d</description></project>");
        for (String jar : List.of("a-1.jar", "a-1-sources.jar", "a-1-javadoc.jar")) write("org/acme/a/1/" + jar, "content of " + jar);
    }

    private record Outcome(int status, String findings) {}

    private Outcome check() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        Path output = Files.createTempFile("staging", ".txt");
        Process process = new ProcessBuilder(java, CHECK.toString(), "--without-gpg", folder.toString()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        String text = Files.readString(output);
        Files.delete(output);
        return new Outcome(process.exitValue(), text);
    }

    @Test
    void whatIsWholeIsTaken() throws Exception {
        writeAll();
        Outcome outcome = check();
        assertEquals(0, outcome.status, outcome.findings);
        assertTrue(outcome.findings.endsWith("5 files, nothing wrong\n"), outcome.findings);
    }

    @Test
    void whatIsMissingOrNotOfTheFileIsFound() throws Exception {
        writeAll();
        Files.delete(folder.resolve("org/acme/a/1/a-1.jar.asc"));
        Files.writeString(folder.resolve("org/acme/a/1/a-1-sources.jar"), "changed");
        Files.delete(folder.resolve("org/acme/a/1/a-1-javadoc.jar"));
        write("org/acme/b/1/b-1.pom",
                "<project><artifactId>b</artifactId><packaging>pom</packaging><name>b</name><version>1-SNAPSHOT</version></project>");
        Outcome outcome = check();
        assertEquals(1, outcome.status, outcome.findings);
        for (String finding : List.of("a-1.jar: no signature", "a-1-sources.jar: its md5 is not of this file", "a has no -javadoc.jar",
                "b-1.pom: no description", "b-1.pom: no url", "b-1.pom: names a snapshot")) {
            assertTrue(outcome.findings.contains(finding), finding + "\n" + outcome.findings);
        }
    }
}
