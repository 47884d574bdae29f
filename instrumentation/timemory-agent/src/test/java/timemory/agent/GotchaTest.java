package timemory.agent;

import timemory.internal.source.Source;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** What gotchas see, do and reject. */
class GotchaTest {
    private static final String ONLY_GOTCHAS = "functions=false";

    @TempDir
    Path folder;

    private Programs.Outcome run(String options, String main, String... arguments) throws Exception {
        Programs.Outcome outcome = Programs.java(
                folder, flags("-javaagent:" + Programs.AGENT + "=" + options, "-cp", Programs.CLASS_PATH), main, arguments);
        assertEquals(0, outcome.status(), outcome.errors());
        return outcome;
    }

    private static List<String> flags(String... more) {
        List<String> flags = new ArrayList<>();
        if (Runtime.version().feature() >= 22) flags.add("--enable-native-access=ALL-UNNAMED");
        flags.addAll(List.of(more));
        return flags;
    }

    private static String lines(String... lines) {
        return Stream.of(lines).collect(Collectors.joining("\n", "", "\n"));
    }

    /** The output of the example, computed here. */
    private static String trig(double exp) {
        double angle = 45.0 * (Math.PI / 180.0);
        return String.format(Locale.ROOT, "cos(%.6f) = %.17g%n", angle, Math.cos(angle))
                + String.format(Locale.ROOT, "sin(%.6f) = %.17g%n", angle, Math.sin(angle))
                + String.format(Locale.ROOT, "exp(%.6f) = %.17g%n", angle, exp);
    }

    private static void assertIsTrig(Programs.Outcome outcome) throws Exception {
        double angle = 45.0 * (Math.PI / 180.0);
        String plain = trig(Math.exp(angle));
        assertEquals(plain + trig((float) Math.exp((float) angle)) + plain, outcome.output(), outcome.errors());
        String table = outcome.file("wall.txt");
        assertTrue(table.matches("(?s).*>>> main +\\| +1 \\| +0 .*>>> \\|_java.lang.Math.cos +\\| +1 \\| +1 .*>>> "
                + "\\|_java.lang.Math.sin +\\| +1 \\| +1 .*"), table);
    }

    @Test
    void sinesAreMeasuredAndExponentialsReplacedWhileARegionIsOpen() throws Exception {
        Programs.Outcome outcome = run(ONLY_GOTCHAS, "programs.gotcha.Trig");
        assertEquals("", outcome.errors());
        assertIsTrig(outcome);
    }

    @Test
    void theAgentIsLoadedWhereItWasNotGiven() throws Exception {
        Programs.Outcome outcome = Programs.java(
                folder, flags("-XX:+EnableDynamicAgentLoading", "-Dtimemory-agent.jar=" + Programs.AGENT, "-cp", Programs.CLASS_PATH),
                "programs.gotcha.Trig");
        assertEquals("", outcome.errors());
        assertIsTrig(outcome);
        assertEquals(3, outcome.file("wall.txt").lines().filter(line -> line.contains(">>>")).count(), "nothing else is measured");
    }

    @Test
    void theAgentIsFoundOnTheClassPath() throws Exception {
        String path = Programs.CLASS_PATH + java.io.File.pathSeparator + Programs.AGENT;
        Programs.Outcome outcome = Programs.java(folder, flags("-XX:+EnableDynamicAgentLoading", "-cp", path), "programs.gotcha.Trig");
        assertEquals("", outcome.errors());
        assertIsTrig(outcome);
    }

    @Tag("thorough")
    @Test
    void withoutTheAgentTheProgramGoesOnAndTheWayOutIsTold() throws Exception {
        Programs.Outcome outcome = Programs.java(folder, flags("-cp", Programs.CLASS_PATH), "programs.gotcha.Trig");
        double angle = 45.0 * (Math.PI / 180.0);
        assertEquals(trig(Math.exp(angle)).repeat(3), outcome.output());
        assertTrue(outcome.errors().contains("component exp_gotcha is unavailable here and was skipped: it needs timemory's agent, "
                + "which was not found: "
                + "add dev.timemory:timemory-agent to the class path, or start Java with -javaagent:timemory-agent.jar=functions=false"),
                outcome.errors());
        Programs.Outcome missing =
                Programs.java(folder, flags("-Dtimemory-agent.jar=/none/agent.jar", "-cp", Programs.CLASS_PATH), "programs.gotcha.Trig");
        assertTrue(missing.errors().contains("/none/agent.jar"), missing.errors());
        assertEquals(0, missing.status());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void whereAgentsMustNotBeLoadedTheReasonIsTold() throws Exception {
        Programs.Outcome outcome = Programs.java(
                folder, flags("-XX:-EnableDynamicAgentLoading", "-Dtimemory-agent.jar=" + Programs.AGENT, "-cp", Programs.CLASS_PATH),
                "programs.gotcha.Trig");
        assertEquals(0, outcome.status());
        assertTrue(outcome.errors().contains("Dynamic agent loading is not enabled"), outcome.errors());
        assertTrue(outcome.errors().contains("start Java with -javaagent:" + Programs.AGENT + "=functions=false"), outcome.errors());
    }

    @Test
    void aProgramThatIsSwitchedOffIsLeftAlone() throws Exception {
        List<String> command = new ArrayList<>(
                List.of("env", "TIMEMORY_ENABLED=false", Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(flags("-cp", Programs.CLASS_PATH, "programs.gotcha.Trig"));
        Programs.Outcome outcome = Programs.process(folder, command);
        assertEquals(trig(Math.exp(45.0 * (Math.PI / 180.0))).repeat(3), outcome.output());
        assertEquals("", outcome.errors());
    }

    @Test
    void everyKindOfCallIsSeenOnceAndDoesWhatItDid() throws Exception {
        String output = run(ONLY_GOTCHAS, "programs.gotcha.AllCallKinds").output();
        assertEquals(
                lines(
                        "253", "253", "own 19 3", "253", "253", "all 1",
                        " programs.gotcha.AllCallKinds.fixed 4",
                        " programs.gotcha.AllCallKinds.variable 3",
                        " programs.gotcha.AllCallKinds.hidden 1",
                        " programs.gotcha.other.Base.guarded 1",
                        " programs.gotcha.other.Base.open(int) 2",
                        "  programs.gotcha.other.Base.open(int) 1",
                        " programs.gotcha.AllCallKinds$Shape.area 5",
                        " programs.gotcha.AllCallKinds$Shape.twice 2",
                        "  programs.gotcha.AllCallKinds$Shape.twice 1",
                        " programs.gotcha.AllCallKinds$Shape.unit 1",
                        " programs.gotcha.AllCallKinds$Source.next 1",
                        " programs.gotcha.AllCallKinds$Heir.inherited 2",
                        " java.lang.Integer.toString(int) 2",
                        " programs.gotcha.AllCallKinds.wide 1",
                        " programs.gotcha.AllCallKinds.throwing 2",
                        " java.util.Iterator.next 2",
                        "circles 1",
                        " programs.gotcha.AllCallKinds$Circle.area 3",
                        "[]"),
                output);
    }

    @Test
    void callsThatCannotBeWovenAreLeftAloneAndToldOf() throws Exception {
        Programs.Outcome outcome = run(ONLY_GOTCHAS, "programs.gotcha.Unnameable");
        assertEquals("021\n", outcome.output());
        assertTrue(outcome.errors().startsWith(
                "timemory: calls of programs.gotcha.other.Fluent.make()Lprograms/gotcha/other/FluentBase; in programs.gotcha.Unnameable"
                        + " and similar calls are not seen by gotchas: a type of the function is not public"),
                outcome.errors());
        assertTrue(outcome.file("trip_count.txt").contains("java.lang.Object.toString"));
    }

    @Test
    void auditsSeeArgumentsResultsAndExceptions() throws Exception {
        Programs.Outcome outcome = run(ONLY_GOTCHAS, "programs.gotcha.Audited");
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < 1000; i++) sum = sum.add(new BigDecimal(i / 100.0 + 1000 * Math.exp(i / 100.0)));
        double own = sum.doubleValue();
        String handle = "programs.gotcha.Audited$Service.handle(java.lang.String)";
        String exp = "java.lang.Math.exp(double), the program continued: java.lang.IllegalStateException: ";
        assertEquals(
                lines(
                        handle + " <- [service abc, hello]",
                        handle + " -> abchello",
                        handle + " <- [service abc, ]",
                        handle + " -| nothing to handle",
                        "caught nothing to handle",
                        "programs.gotcha.Audited.nothing() <- []",
                        "programs.gotcha.Audited.nothing() -> null",
                        "own " + own,
                        "argument java.lang.Math.exp 1000 " + own,
                        "lengths programs.gotcha.Audited$Service.handle 2 304.0",
                        "trip_count main 1 1.0",
                        "trip_count java.lang.Math.exp 1000 1000.0",
                        "problem component blind audits calls, and none of its methods incoming, outgoing and thrown accepts the "
                                + "arguments or results of the functions of gotcha audit_gotcha: it is never called",
                        "problem programs.gotcha.Audited$Failing failed in its audit 'incoming' of " + exp + "in",
                        "problem programs.gotcha.Audited$Failing failed in its audit 'outgoing' of " + exp + "out"),
                outcome.output());
        assertEquals(3, outcome.errors().lines().count(), outcome.errors());
    }

    @Test
    void componentsMayBeChosenWhileTheProgramRuns() throws Exception {
        double each = 0;
        for (int i = 0; i < 3; i++) each += i + 1000 * Math.exp(i);
        assertEquals(
                lines("trip_count main 1", "trip_count java.lang.Math.exp 9", "argument java.lang.Math.exp 9 " + 3 * each,
                        "wall_clock java.lang.Math.exp 3", "[]"),
                run(ONLY_GOTCHAS, "programs.gotcha.Chosen").output());
    }

    @Test
    void aGotchaNeedsNoClassOfItsOwn() throws Exception {
        assertEquals(
                lines("" + Math.E, "3.0", "" + Math.E, "main 1", "java.lang.Math.sin 1", "[]"),
                run(ONLY_GOTCHAS, "programs.gotcha.Named").output());
    }

    @Test
    void gotchasActWhereAndAsLongAsTheyAreAskedTo() throws Exception {
        assertScopes("platform");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreadsAreSeenLikeOthers() throws Exception {
        assertScopes("virtual");
    }

    private void assertScopes(String threads) throws Exception {
        Programs.Outcome outcome = run(ONLY_GOTCHAS, "programs.gotcha.Scopes", threads);
        assertEquals(
                lines(
                        "before: everywhere 00, here 00",
                        "two regions: everywhere 11, here 00",
                        "one region: everywhere 11, here 00",
                        "after: everywhere 00, here 00",
                        "region of this thread: everywhere 00, here 10",
                        "activated: everywhere 11, here 00",
                        "closed twice: everywhere 00, here 00",
                        "active false",
                        "active false",
                        "called 80000, seen 80000",
                        "[]"),
                outcome.output());
    }

    @Test
    void aGotchaOfACoroutineFollowsItFromThreadToThread() throws Exception {
        Programs.Outcome outcome = run(ONLY_GOTCHAS, "programs.gotcha.SuspendingKt");
        assertEquals(
                lines(
                        "[trip_count, coroutine_gotcha, wide_gotcha]", "inside 2500, outside 0, active false", "called 201, seen 200, "
                                + "active false",
                        "[]"),
                outcome.output(), outcome.errors());
    }

    @Test
    void listsSayWhichFunctionsAndCallersAreLetAlone() throws Exception {
        Programs.Outcome outcome = run(ONLY_GOTCHAS, "programs.gotcha.Lists");
        assertEquals(
                lines(
                        "rejects two: 101 2 103",
                        "rejects none: 101 101 103",
                        "permits t*: 1 101 3",
                        "rejects callers: 101 101 3",
                        "permits callers: 1 2 103",
                        "later one: 1001 101 1003",
                        "first one: 101 101 103",
                        "measured: 101 101 103",
                        "none: 1 2 3",
                        "gotcha plus is already in use: add programs.gotcha.Lists.three earlier, where its type is created"),
                outcome.output());
        String table = outcome.file("trip_count.txt");
        assertTrue(table.matches("(?s).*>>> main +\\| +1 .*>>> \\|_programs.gotcha.Lists.one\\(int\\) +\\| +2 \\| +1 .*"), table);
    }

    @Test
    void mistakesAreToldWithTheWayOut() throws Exception {
        Programs.Outcome outcome = run(ONLY_GOTCHAS, "programs.gotcha.Mistakes");
        List<String> told = outcome.output().lines().toList();
        assertEquals("'exp' is not a function name: write it with its class, like 'java.lang.Math.exp'", told.get(0));
        String constructor = " is a constructor, which a gotcha cannot wrap: name the function that calls it";
        assertEquals("'java.util.ArrayList.<init>'" + constructor, told.get(1));
        assertEquals("'java.util.ArrayList.ArrayList'" + constructor, told.get(2));
        assertEquals("'java.lang.Math.exp(double' lacks the ')' after its parameters", told.get(3));
        assertEquals("none: it names no functions: call wrap or replace on its type", told.get(4));
        assertEquals("typo: there is no function 'java.lang.Math.exq': class java.lang.Math has no function of that name", told.get(5));
        assertEquals("parameters: there is no function 'java.lang.Math.exp(float)': class java.lang.Math has no function of that name "
                + "with those parameters", told.get(6));
        assertTrue(told.get(7).startsWith("handle: 'java.lang.invoke.MethodHandle.invoke' has no fixed parameters"),
                told.get(7));
        assertTrue(told.get(8).contains("programs.gotcha.Mistakes$Some lacks the method 'static double exp(double)'"), told.get(8));
        assertTrue(told.get(9).contains("lacks the method 'static java.lang.String refused(java.lang.String, java.lang.String)'"),
                told.get(9));
        assertEquals("gotcha active cannot act: it names no functions: call wrap or replace on its type", told.get(10));
        assertTrue(outcome.errors().contains("component inside is unavailable here and was skipped: there is no function "
                + "'java.lang.Math.nowhere'"), outcome.errors());
    }

    @Test
    void callsAllocateNothingSeenOrNot() throws Exception {
        double roots = 0;
        for (int i = 0; i < 1_000_000; i++) roots += Math.sqrt(i) + Math.cbrt(i);
        double replaced = 0;
        for (int i = 0; i < 1_000_000; i++) replaced += Math.sqrt(i) + (Math.cbrt(i) + 1);
        assertEquals("true true " + (roots + replaced) + "\n", run(ONLY_GOTCHAS, "programs.gotcha.Idle").output());
    }

    @Test
    void aFunctionThatWasRunningIsToldOf() throws Exception {
        Programs.Outcome outcome = run(ONLY_GOTCHAS, "programs.gotcha.Late");
        assertEquals("1.0 -1.0\n", outcome.output());
        assertTrue(outcome.errors().startsWith("timemory: gotcha late_gotcha: calls in programs.gotcha.Late.main are not seen before it "
                + "is called again"), outcome.errors());
        Programs.Outcome prepared = run(ONLY_GOTCHAS + ";gotcha=programs.gotcha.Late$LateGotcha", "programs.gotcha.Late");
        assertEquals("-1.0 -1.0\n", prepared.output());
        assertEquals("", prepared.errors());
        Programs.Outcome wrong = run(ONLY_GOTCHAS + ";gotcha=programs.gotcha.Late", "programs.gotcha.Late");
        assertTrue(wrong.errors().startsWith("timemory: gotcha=programs.gotcha.Late: it cannot be prepared: it has no static field"),
                wrong.errors());
    }

    @Test
    void classesOfAllLoadersAreSeenWheneverTheyWereLoaded() throws Exception {
        assertEquals(
                lines("true", "main 1", "java.lang.Math.exp 12", "programs.gotcha.Loaders$Calling.own 12", "[]"),
                run(ONLY_GOTCHAS, "programs.gotcha.Loaders").output());
    }

    @Test
    void wovenFunctionsAndGotchasAreInOneGraph() throws Exception {
        Programs.Outcome outcome = run("include=^programs.gotcha.Trig.print;min-size=0;throttle=false", "programs.gotcha.Trig");
        String table = outcome.file("wall.txt");
        assertTrue(table.matches("(?s).*>>> main +\\| +1 \\| +0 .*>>> \\|_programs.gotcha.Trig.print +\\| +1 \\| +1 .*"
                + ">>>   \\|_java.lang.Math.cos +\\| +1 \\| +2 .*>>>   \\|_java.lang.Math.sin +\\| +1 \\| +2 .*"), table);
    }

    @Test
    void classesOfBeforeJava7AreLeftAloneAndToldOf() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes/programs/gotcha")).getParent().getParent();
        Files.write(classes.resolve("programs/gotcha/Old.class"), old());
        String path = classes + java.io.File.pathSeparator + Programs.CLASS_PATH;
        Programs.Outcome outcome = Programs.java(
                folder, flags("-javaagent:" + Programs.AGENT + "=functions=false;gotcha=programs.gotcha.Late$LateGotcha", "-cp", path),
                "programs.gotcha.Old");
        assertEquals("1.0\n", outcome.output());
        assertTrue(
                outcome.errors().startsWith("timemory: calls in programs.gotcha.Old and in other classes compiled for Java 6 or earlier"),
                outcome.errors());
    }

    /** Prints an exponential, and is of Java 5. */
    private static byte[] old() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "programs/gotcha/Old", null, "java/lang/Object", null);
        MethodVisitor main = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "main", "([Ljava/lang/String;)V", null, null);
        main.visitCode();
        main.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
        main.visitInsn(Opcodes.DCONST_0);
        main.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "exp", "(D)D", false);
        main.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/io/PrintStream", "println", "(D)V", false);
        main.visitInsn(Opcodes.RETURN);
        main.visitMaxs(0, 0);
        main.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
