package timemory.agent.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Reads the code of a database and of a Kotlin library, and compares the result with the calls that a visitor of that code receives. */
class MethodCodeTest {
    @Test
    void aDatabaseReadsAsVisitorsAreTold() throws Exception {
        assertTrue(compare(new JarFile(Path.of(System.getProperty("timemory.measured"), "h2.jar").toFile())) > 10_000);
    }

    @Test
    void aLibraryInKotlinReadsAsVisitorsAreTold() throws Exception {
        assertTrue(compare(new JarFile(Path.of(System.getProperty("timemory.measured"), "kotlin-stdlib-old.jar").toFile())) > 3_000);
    }

    private static int compare(JarFile jar) throws Exception {
        int methods = 0;
        try (jar) {
            for (JarEntry entry : jar.stream().filter(file -> file.getName().endsWith(".class")).toList()) {
                ClassReader reader = new ClassReader(jar.getInputStream(entry).readAllBytes());
                if ((reader.getAccess() & Opcodes.ACC_MODULE) != 0) continue;
                List<String> told = new ArrayList<>();
                reader.accept(new Told(told), ClassReader.SKIP_FRAMES);
                List<String> read = ClassFacts.read(reader, new Origin("", "", false), false).methods.stream()
                        .map(facts -> facts.name + facts.descriptor
                                + text(facts.hasLoop, facts.calls, facts.line, facts.maxLocals, facts.parameterNames))
                        .toList();
                assertEquals(told, read, entry.getName());
                methods += read.size();
            }
        }
        return methods;
    }

    private static String text(boolean loop, boolean calls, int line, int locals, String[] names) {
        return " loop " + loop + " calls " + calls + " line " + line + " locals " + locals + " names " + Arrays.toString(names);
    }

    private static final class Told extends ClassVisitor {
        private final List<String> told;

        Told(List<String> told) {
            super(Opcodes.ASM9);
            this.told = told;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodFacts names = new MethodFacts(null, access, name, descriptor);
            return new MethodVisitor(Opcodes.ASM9) {
                private final Set<Label> seen = new HashSet<>();
                private Label first;
                private boolean loop;
                private boolean calls;
                private int line;
                private int locals;
                private int parameter;

                @Override
                public void visitLabel(Label label) {
                    if (first == null) first = label;
                    seen.add(label);
                }

                @Override
                public void visitJumpInsn(int opcode, Label label) {
                    if (seen.contains(label)) loop = true;
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String with, boolean isInterface) {
                    if (!(owner.equals("java/lang/Object") && opcode == Opcodes.INVOKESPECIAL)) calls = true;
                }

                @Override
                public void visitLineNumber(int number, Label start) {
                    if (line == 0 || number < line) line = number;
                }

                @Override
                public void visitParameter(String parameterName, int flags) {
                    if (parameterName != null) names.parameterNames[parameter] = parameterName;
                    parameter++;
                }

                @Override
                public void visitLocalVariable(String variable, String type, String generic, Label start, Label end, int index) {
                    if (start == first) names.nameVariable(index, variable);
                }

                @Override
                public void visitMaxs(int stack, int most) {
                    locals = most;
                }

                @Override
                public void visitEnd() {
                    told.add(name + descriptor + text(loop, calls, line, locals, names.parameterNames));
                }
            };
        }
    }
}
