package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent and the program do not see each other's classes, and functions are measured whatever loader their class has. */
class IsolationTest {
    @TempDir
    Path folder;

    private Path library;
    private Path program;

    @BeforeEach
    void build() throws Exception {
        Path helper = Built.compile(folder, "", Map.of("library/Helper.java", Built.LIBRARY));
        library = Built.jar(folder.resolve("library.jar"), Map.of(), helper, "", Map.of());
        program = Built.compile(folder, library.toString(), Map.of("acme/Main.java", Built.PROGRAM));
    }

    @Test
    void nothingOfTheJvmIsOpenedToTheProgram() throws Exception {
        Programs.Outcome outcome = Programs.run(folder, "include=programs.Exports", "programs.Exports");
        assertEquals(0, outcome.status(), outcome.errors());
        assertEquals("", outcome.output());
    }

    @Test
    void aBundleThatImportsNothingOfTheAgentIsMeasured() throws Exception {
        Path bundle = Built.jar(folder.resolve("bundle.jar"), Map.of(
                "Bundle-ManifestVersion", "2", "Bundle-SymbolicName", "acme", "Bundle-Version", "1.0.0", "Bundle-ClassPath",
                ".,library.jar"),
                program, "", Map.of("library.jar", library));
        assertMeasured(Measured.classPath(Measured.FELIX, Path.of(Programs.CLASS_PATH.split(File.pathSeparator)[0])), "programs.Bundles",
                bundle.toString(), folder.resolve("cache").toString());
    }

    @Test
    void aModuleOfALayerMadeAtRunTimeIsMeasured() throws Exception {
        Path module = Built.compile(folder, library.toString(), Map.of(
                "module-info.java", "module acme { requires library; exports acme; }", "acme/Main.java", Built.PROGRAM));
        assertMeasured(Programs.CLASS_PATH, "programs.ModuleLayers", module + File.pathSeparator + library);
    }

    @Test
    void classesOfALoaderThatHasAHookOfItsOwnAreMeasured() throws Exception {
        Path hooks = Built.compile(folder, "", Map.of("timemory/agent/boot/Hooks.java", "package timemory.agent.boot; public class "
                + "Hooks {}"));
        assertMeasured(Programs.CLASS_PATH, "programs.ChildFirst", program + "/", library.toString(), hooks + "/");
    }

    @Test
    void aProgramHasItsOwnVersionsOfTheAgentsLibraries() throws Exception {
        Path others = Built.compile(folder, Measured.classPath(library, Measured.OLD_KOTLIN), Map.of(
                "timemory/Timemory.java", "package timemory; public class Timemory { public String toString() { return \"other\"; } }",
                "net/bytebuddy/jar/asm/ClassReader.java", "package net.bytebuddy.jar.asm; public class ClassReader {}",
                "acme/Versions.java", """
                        package acme;
                        public class Versions {
                            public static void main(String[] arguments) {
                                Main.main(arguments);
                                if (!new timemory.Timemory().toString().equals("other")) throw new AssertionError();
                                new net.bytebuddy.jar.asm.ClassReader();
                                if (!kotlin.KotlinVersion.CURRENT.toString().startsWith("1.")) throw new AssertionError(kotlin.KotlinVersion.CURRENT);
                            }
                        }
                        """, "acme/Main.java", Built.PROGRAM));
        assertMeasured(others + File.pathSeparator + Measured.classPath(Measured.OLD_KOTLIN, library), "acme.Versions");
    }

    @Test
    void theAgentGivenTwiceMeasuresOnceAndSaysSo() throws Exception {
        Programs.Outcome run = run(List.of("-javaagent:" + Programs.AGENT, "-javaagent:" + Programs.AGENT),
                program + File.pathSeparator + library, "acme.Main");
        assertTrue(run.errors().contains("the agent already measures this program"), run.errors());
        assertEquals(1, Table.of(run).count("acme.Main.work"));
    }

    @Test
    void anotherAgentThatChangesTheSameClassesDoesItsWorkBeforeAndAfter() throws Exception {
        Path classes = Built.compile(folder, Programs.CLASS_PATH, Map.of("other/Agent.java", OTHER));
        Path asm = Measured.ofTests("byte-buddy");
        Path other = Built.jar(folder.resolve("other.jar"), Map.of(
                "Premain-Class", "other.Agent", "Can-Retransform-Classes", "true", "Boot-Class-Path", asm.toUri().getPath()), classes, "",
                Map.of());
        String ours = "-javaagent:" + Programs.AGENT + "=include=^acme;include=^library";
        for (List<String> agents : List.of(List.of(ours, "-javaagent:" + other), List.of("-javaagent:" + other, ours))) {
            Programs.Outcome run = run(agents, program + File.pathSeparator + library, "acme.Main");
            assertTrue(run.errors().contains("other sees acme/Main.work"), run.errors());
            assertEquals(1, Table.of(run).count("acme.Main.work"));
            assertEquals(1, Table.of(run).count("library.Helper.help"));
        }
    }

    private void assertMeasured(String classPath, String main, String... arguments) throws Exception {
        Programs.Outcome run =
                run(List.of("-javaagent:" + Programs.AGENT + "=include=^acme;include=^library;report"), classPath, main, arguments);
        assertTrue(run.errors().contains("were woven"), run.errors());
        assertTrue(!run.errors().contains("could not be woven"), run.errors());
        assertEquals(1, Table.of(run).count("acme.Main.work"));
        assertEquals(1, Table.of(run).count("library.Helper.help"));
    }

    private Programs.Outcome run(List<String> agents, String classPath, String main, String... arguments) throws Exception {
        List<String> flags = new ArrayList<>(agents);
        flags.addAll(List.of("-cp", classPath));
        Programs.Outcome run = Programs.java(folder, flags, main, arguments);
        assertEquals(0, run.status(), run.errors());
        assertEquals("116", run.output().strip(), run.errors());
        return run;
    }

    /** Reports the start of a method, for each class of {@code acme}. */
    private static final String OTHER = """
            package other;

            import java.lang.instrument.ClassFileTransformer;
            import java.lang.instrument.Instrumentation;
            import java.security.ProtectionDomain;
            import net.bytebuddy.jar.asm.*;

            public class Agent {
                public static void premain(String arguments, Instrumentation instrumentation) {
                    instrumentation.addTransformer(new ClassFileTransformer() {
                        @Override
                        public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                            return name != null && name.startsWith("acme/") ? changed(name, bytes) : null;
                        }
                    }, true);
                }

                private static byte[] changed(String owner, byte[] bytes) {
                    ClassReader reader = new ClassReader(bytes);
                    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
                    reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                            MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
                            if (name.startsWith("<")) return code;
                            return new MethodVisitor(Opcodes.ASM9, code) {
                                @Override
                                public void visitCode() {
                                    super.visitCode();
                                    visitFieldInsn(Opcodes.GETSTATIC, "java/lang/System", "err", "Ljava/io/PrintStream;");
                                    visitLdcInsn("other sees " + owner + "." + name);
                                    visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/String;)V", false);
                                }
                            };
                        }
                    }, 0);
                    return writer.toByteArray();
                }
            }
            """;
}
