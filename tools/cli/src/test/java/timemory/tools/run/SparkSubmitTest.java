package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("java17")
class SparkSubmitTest {
    @TempDir
    private Path folder;

    private Path application;

    @BeforeEach
    void compile() throws Exception {
        Outcome.compile(folder, "Program", """
                public class Program {
                    public static void main(String[] arguments) {
                        for (int i = 0; i < 3; i++) System.out.println(i);
                    }
                }
                """);
        application = folder.resolve("the application.jar");
        Path file = folder.resolve("classes/Program.class");
        try (var out = new java.util.jar.JarOutputStream(Files.newOutputStream(application))) {
            out.putNextEntry(new java.util.jar.JarEntry("Program.class"));
            Files.copy(file, out);
        }
    }

    private static Outcome print(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("run", "--spark-submit"));
        all.addAll(List.of(arguments));
        return Outcome.ofTimemory(new StringWriter(), all.toArray());
    }

    private static void assertRefused(String message, Outcome outcome) {
        assertFalse(outcome.status() == 0, outcome.out());
        assertTrue(outcome.err().startsWith("timemory run: " + message), outcome.err());
        assertEquals("", outcome.out());
    }

    private static void assertHas(String line, Outcome outcome) {
        assertTrue(outcome.out().lines().anyMatch(one -> one.strip().startsWith(line)), outcome.out());
    }

    @Test
    void theCommandHasThePluginAndTheAgentEverywhere() {
        Outcome printed =
                print("--spark-jars", "/opt/timemory", "-d", "cpu_clock", "--", "spark-submit", "--master", "yarn", "--class", "Program",
                        application, "an argument", "--conf", "of its own");
        assertEquals(0, printed.status(), printed.err());
        assertHas("--conf spark.plugins=timemory.spark.TimemoryPlugin", printed);
        assertHas("--conf 'spark.driver.extraClassPath=/opt/timemory/*'", printed);
        assertHas("--conf 'spark.executor.extraClassPath=/opt/timemory/*'", printed);
        assertHas("--conf 'spark.executor.extraJavaOptions=-javaagent:/opt/timemory/timemory-agent.jar=components=cpu_clock;", printed);
        assertHas("--conf 'spark.driver.extraJavaOptions=-javaagent:/opt/timemory/timemory-agent.jar=components=cpu_clock;", printed);
        // Of the application's own functions, and not of Spark's, and the driver reports.
        assertTrue(printed.out().contains("include=module:(^|/)%5CQthe%20application.jar%5CE%24'"), printed.out());
        assertTrue(printed.out().contains("include=module:(^|/)%5CQthe%20application.jar%5CE%24;report=true'"), printed.out());
        assertTrue(printed.out().endsWith("\n    '" + application + "' 'an argument' --conf 'of its own'\n"), printed.out());
        assertTrue(printed.err().contains("each machine of the cluster needs the JARs in /opt/timemory"), printed.err());
    }

    @Test
    void whatWasSetStaysAndIsJoined() {
        Outcome printed =
                print("--spark-jars", "/j", "-q", "--", "spark-submit", "--master=local[2]", "--conf", "spark.plugins=com.acme.Plugin", //
                        "--driver-java-options", "-Da='b c'", "--driver-class-path", "/x.jar", "--verbose", "-c", "spark.a=1", application);
        assertHas("--conf spark.plugins=com.acme.Plugin,timemory.spark.TimemoryPlugin", printed);
        assertHas("--conf 'spark.driver.extraJavaOptions=-Da='\\''b c'\\'' -javaagent:", printed);
        assertHas("--conf 'spark.driver.extraClassPath=/x.jar:/j/*'", printed);
        assertHas("'--master=local[2]'", printed);
        assertHas("--verbose", printed);
        assertHas("-c spark.a=1", printed);
        assertFalse(printed.out().contains("--driver-java-options") || printed.out().contains("report=true"), printed.out());
        assertEquals("", printed.err());
    }

    @Test
    void whatSparkTakesByDefaultIsJoinedToo() throws Exception {
        SparkSubmit submit = SparkSubmit.of(List.of("spark-submit", "--class", "A", "a.jar"));
        Path home = Files.createDirectories(folder.resolve("home/conf")).getParent();
        Files.writeString(home.resolve("conf/spark-defaults.conf"),
                "# of all\nspark.plugins   com.acme.Plugin\nspark.master=spark://host:7077\n");
        Properties defaults = submit.defaults(Map.of("SPARK_HOME", home.toString()));
        assertEquals("com.acme.Plugin", submit.value(SparkSubmit.PLUGINS, defaults));
        assertFalse(submit.isLocal(defaults));
        Path bin = Files.createDirectories(home.resolve("bin"));
        Path script = Files.writeString(bin.resolve("spark-submit"), "");
        script.toFile().setExecutable(true);
        assertEquals(defaults, submit.defaults(Map.of("PATH", "/nowhere:" + bin)));

        Path own = Files.writeString(folder.resolve("own.conf"), "spark.master local\n");
        List<String> with = List.of("spark-submit", "--properties-file", own.toString(), "a.jar");
        Properties ofOwn = SparkSubmit.of(with).defaults(Map.of("SPARK_HOME", home.toString()));
        assertEquals(Map.of("spark.master", "local"), ofOwn);
        assertTrue(SparkSubmit.of(with).isLocal(ofOwn));
    }

    @Test
    void applicationsElsewhereAreNotLookedFor() {
        for (String elsewhere : List.of("s3a://bucket/app.jar", "hdfs:///app.jar", "local:///opt/app.jar")) {
            assertEquals(0, print("--spark-jars", "/j", "--", "spark-submit", elsewhere).status(), elsewhere);
        }
        assertEquals(0, print("--spark-jars", "/j", "--", "spark-submit", "file://" + application).status());
        assertEquals(List.of(Path.of("/a b.jar"), Path.of("c.jar")),
                SparkSubmit.of(List.of("spark-submit", "--jars", "s3a://x.jar,c.jar", "file:///a b.jar")).jars());
    }

    @Test
    void shellsNeedPatternsAndNoApplication() {
        assertRefused("'' is not a JAR: which JVM functions", print("--spark-jars", "/j", "--", "spark-shell"));
        assertEquals(0, print("--spark-jars", "/j", "-I", "acme", "--", "spark-shell", "--master", "local").status());
        Outcome python = print("--spark-jars", "/j", "-I", "acme", "--", "/opt/spark/bin/spark-submit", "etl.py");
        assertTrue(python.err().contains("Python functions are measured by timemory's Python package"), python.err());
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertRefused("--spark-submit needs a command line of spark-submit, not 'java'", print("--", "java", "-jar", "a.jar"));
        assertRefused("--spark-submit needs a command line of spark-submit: ", print());
        assertRefused("'spark-submit --verbose' does not run an application", print("--", "spark-submit", "--verbose"));
        assertRefused("'--class' of spark-submit has no value", print("--", "spark-submit", "--class"));
        assertRefused("'x' of spark-submit is not PROPERTY=VALUE", print("--", "spark-submit", "--conf", "x", "a.jar"));
        assertRefused("there is no JAR 'a.jar'", print("--", "spark-submit", "a.jar"));
        assertRefused("there is no properties file 'p'", print("--", "spark-submit", "--properties-file", "p", application));
        assertRefused("'a.py' is not a JAR: which JVM functions", print("--", "spark-submit", "a.py"));
        assertRefused("the pattern 'nothing' matches none", print("-I", "nothing", "--", "spark-submit", application));
        assertRefused("spark.driver.extraJavaOptions already has timemory's agent", print("--", "spark-submit", "--driver-java-options",
                "-javaagent:/x/timemory-agent.jar", application));
        assertRefused("--spark-submit prints a command", print("-p", "1", "--", "spark-submit", application));
        Outcome alone = Outcome.ofTimemory(new StringWriter(), "run", "--spark-jars", "d", "--", "java", "-version");
        assertRefused("--spark-jars is for --spark-submit", alone);
    }

    @Test
    void optionsOfTheJvmAreQuotedAsSparkTakesThemApart() {
        assertEquals("-Da=b", SparkSubmit.quoted("-Da=b"));
        assertEquals("'a b'", SparkSubmit.quoted("a b"));
        assertEquals("'it'\\''s'", SparkSubmit.quoted("it's"));
        assertEquals("'a\\b'", SparkSubmit.quoted("a\\b"));
    }
}
