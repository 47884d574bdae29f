package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import programs.SelectableMethods;
import timemory.agent.option.AgentOptions;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;
import timemory.agent.select.Program;
import timemory.agent.select.Selection;
import timemory.agent.select.Verdict;

class SelectionTest {
    private static final Program PROGRAM = Program.of(List.of(Path.of("/app/app.jar")));

    private static Map<String, String> verdicts(String options, Origin origin) {
        try {
            ClassFacts facts = ClassFacts.read(new ClassReader(SelectableMethods.class.getName()), origin, false);
            Selection selection = new Selection(AgentOptions.parse(options).selection, PROGRAM);
            Map<String, String> verdicts = new TreeMap<>();
            for (MethodFacts method : facts.methods) {
                Verdict verdict = selection.of(method);
                verdicts.put(method.name, (verdict.isSelected() ? "+ " : "- ") + verdict.reason());
            }
            return verdicts;
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private static Map<String, String> own(String options) {
        return verdicts(options, new Origin("/app/app.jar", "", false));
    }

    @Test
    void withoutPatternsItIsTheProgramsOwnFunctionsButTrivialOnes() {
        Map<String, String> verdicts = own("");
        assertEquals("+ is the program's own", verdicts.get("large"));
        assertEquals("+ is the program's own", verdicts.get("loops"));
        assertEquals("- is trivial: 2 bytes of code, less than 40 (--min-size)", verdicts.get("small"));
        assertEquals("- is abstract", verdicts.get("isAbstract"));
        assertEquals("- is native", verdicts.get("isNative"));
        assertEquals("- is a constructor (--constructors)", verdicts.get("<init>"));
        assertEquals("- is a static initializer (--static-initializers)", verdicts.get("<clinit>"));
        assertEquals("- is the body of a lambda (--lambdas)", verdicts.get("lambda$new$0"));
    }

    @Test
    void eachKindCanBeAskedFor() {
        Map<String, String> verdicts = own("constructors;static-initializers;lambdas;min-size=0");
        for (String name : List.of("large", "loops", "small", "<init>", "<clinit>", "lambda$new$0")) {
            assertEquals("+ is the program's own", verdicts.get(name), name);
        }
    }

    @Test
    void whatWasLearnedComesBeforeSizesAndBelowPatternsThatExclude(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("app.functions"), "timemory-functions 1\n# made by hand\n"
                + "+\t9\t50.000\t0.100\tprograms.SelectableMethods.small\n-\t9\t0.000\t50.000\tprograms.SelectableMethods.large\n"
                + "+\t9\t0.000\t50.000\tprograms.SelectableMethods.isNative()\n+\t1\t1\t1\tprograms.SelectableMethods.<init>\n");
        Map<String, String> verdicts = own("learned=" + file);
        assertEquals("+ is worth measuring, as learned", verdicts.get("small"));
        assertEquals("+ is worth measuring, as learned", verdicts.get("<init>"));
        assertEquals("- is not worth measuring, as learned (--learned)", verdicts.get("large"));
        assertEquals("- was not learned, and no pattern includes it (--learned)", verdicts.get("loops"));
        assertEquals("- is native", verdicts.get("isNative"));
        assertEquals("+ matches 'loops'", own("include=loops;learned=" + file).get("loops"));
        assertEquals("- is excluded by 'small'", own("exclude=small;learned=" + file).get("small"));
        // No matter whose it is.
        Map<String, String> others = verdicts("learned=" + file, new Origin("/lib/other.jar", "", false));
        assertEquals("+ is worth measuring, as learned", others.get("small"));
        assertEquals("- was not learned, and no pattern includes it (--learned)", others.get("loops"));
    }

    @Test
    void whatWasLearnedChangesTheRulesOfWhatIsKept(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("app.functions");
        Files.writeString(file, "timemory-functions 1\n+\t9\t50.000\t0.100\tprograms.SelectableMethods.small\n");
        String before = AgentOptions.parse("learned=" + file).rules();
        Files.writeString(file, "timemory-functions 1\n-\t9\t50.000\t0.100\tprograms.SelectableMethods.small\n");
        assertNotEquals(before, AgentOptions.parse("learned=" + file).rules());
    }

    @Test
    void aBridgeIsLeftForTheMethodThatItLeadsTo() throws IOException {
        ClassFacts facts =
                ClassFacts.read(new ClassReader(SelectableMethods.class.getName()), new Origin("/app/app.jar", "", false), false);
        Selection selection = new Selection(AgentOptions.parse("min-size=0").selection, PROGRAM);
        List<String> verdicts = facts.methods.stream()
                .filter(method -> method.name.equals("compareTo"))
                .map(method -> method.parameters() + " " + selection.of(method).reason())
                .sorted()
                .toList();
        assertEquals(
                List.of("(java.lang.Object) is a bridge to another method of the class",
                        "(programs.SelectableMethods) is the program's own"),
                verdicts);
    }

    @Test
    void librariesAndTheRuntimeAreLeftOutUnlessAskedFor() {
        Origin library = new Origin("/app/lib/db.jar", "", false);
        assertEquals("- is not the program's own", verdicts("", library).get("large"));
        assertEquals("+ matches 'SelectableMethods'", verdicts("include=SelectableMethods", library).get("large"));
        Origin runtime = new Origin("", "java.desktop", true);
        assertEquals("- belongs to the Java runtime (--jdk includes it)", verdicts("include=SelectableMethods", runtime).get("large"));
        assertEquals("+ matches 'SelectableMethods'", verdicts("include=SelectableMethods;jdk", runtime).get("large"));
    }

    @Test
    void patternsLookAtEachFacetOfAFunction() {
        for (String pattern : List.of("SelectableMethods\\.large\\(java.lang.String, int\\)$", "class:^programs.SelectableMethods$",
                "method:^large$",
                "signature:^java.lang.String large\\(",
                "module:app.jar", "annotation:Deprecated", "source:^SelectableMethods.java$")) {
            assertEquals("+ matches '" + pattern + "'", own("include=" + pattern).get("large"), pattern);
        }
        assertEquals("- matches no include pattern", own("include=method:^other$").get("large"));
        assertEquals("- is excluded by 'annotation:Deprecated'", own("exclude=annotation:Deprecated").get("large"));
        assertEquals("- does not match the restriction 'method:loops'", own("restrict=method:loops").get("large"));
        assertEquals("- is not main", own("main").get("large"));
    }

    @Test
    void classesOfFoldersAndOfTheMainJarAreTheProgramsOwn() {
        Program nested = Program.of(List.of(Path.of("/app/app.jar")));
        Origin inner = new Origin("jar:nested:/app/app.jar/!BOOT-INF/classes/!/", "", false);
        Origin library = new Origin("jar:nested:/app/app.jar/!BOOT-INF/lib/db.jar!/", "", false);
        assertEquals(true, nested.owns("com.acme.Main", inner));
        assertEquals(false, nested.owns("com.db.Driver", library));
        assertEquals(false, nested.owns("com.acme.Main", new Origin("/app/app.jar2/x.jar", "", false)));
        assertEquals(false, nested.owns("org.springframework.boot.loader.Launcher", new Origin("/app/app.jar", "", false)));
    }

    @Test
    void aClassIsReadOnlyWhereItsMethodsMatter() {
        Selection selection = new Selection(AgentOptions.parse("").selection, PROGRAM);
        assertNull(selection.reasonAgainst("com.acme.Main", new Origin("/app/app.jar", "", false)));
        assertEquals("was created at run time", selection.reasonAgainst("com.acme.Proxy", new Origin("", "", false)));
        assertEquals("belongs to timemory", selection.reasonAgainst("timemory.agent.Agent", new Origin("/app/app.jar", "", false)));
    }

    @Test
    void generatedClassesAreLeftAlone() {
        Origin origin = new Origin("/app/app.jar", "", false);
        for (String options : List.of("", "include=acme", "preset=web", "jdk")) {
            Selection selection = new Selection(AgentOptions.parse(options).selection, PROGRAM);
            for (String name : List.of("acme.Orders$$SpringCGLIB$$0", "acme.Orders$$EnhancerBySpringCGLIB$$1a2b", "jdk.proxy2.$Proxy17",
                    "acme.$Proxy3", "acme.Order$HibernateProxy$x1", "acme.Orders$MockitoMock$7", "acme.Order$ByteBuddy$q")) {
                assertEquals("was generated at run time", selection.reasonAgainst(name, origin), name);
            }
            assertNull(selection.reasonAgainst("acme.$ProxyFactory", origin));
            assertNull(selection.reasonAgainst("acme.Orders$Proxy", origin));
        }
    }

    @Test
    void presetsTakeWhatFrameworksCallHoweverSmall(@TempDir Path folder) throws IOException {
        String web = "org/springframework/web/bind/annotation/";
        Path classes = Built.compile(folder, "", Map.of(
                web + "RestController.java", ANNOTATION.formatted("RestController"),
                web + "GetMapping.java", ANNOTATION.formatted("GetMapping"),
                "acme/Orders.java", "package acme; import org.springframework.web.bind.annotation.*;"
                        + "@RestController class Orders { int get() { return 1; } }",
                "acme/Helpers.java", "package acme; import org.springframework.web.bind.annotation.*;"
                        + "class Helpers { @GetMapping int handler() { return 1; } int helper() { return 1; } }"));
        Selection selection = new Selection(AgentOptions.parse("preset=web,tests").selection, PROGRAM);
        assertEquals(Map.of("<init>", false, "get", true), selected(selection, Files.readAllBytes(classes.resolve("acme/Orders.class"))));
        assertEquals(Map.of("<init>", false, "handler", true, "helper", false),
                selected(selection, Files.readAllBytes(classes.resolve("acme/Helpers.class"))));
        Path tests = Built.compile(folder, System.getProperty("java.class.path"), Map.of("acme/OrdersTest.java",
                "package acme; class OrdersTest { @org.junit.jupiter.api.Test void works() {} void helps() {} }"));
        assertEquals(Map.of("<init>", false, "works", true, "helps", false),
                selected(selection, Files.readAllBytes(tests.resolve("acme/OrdersTest.class"))));
    }

    private static final String ANNOTATION = "package org.springframework.web.bind.annotation; public @interface %s {}";

    private static Map<String, Boolean> selected(Selection selection, byte[] bytes) {
        Map<String, Boolean> selected = new TreeMap<>();
        for (MethodFacts method : ClassFacts.read(new ClassReader(bytes), new Origin("/lib/lib.jar", "", false), false).methods)
            selected.put(method.name, selection.of(method).isSelected());
        return selected;
    }
}
