package timemory.agent.select;

import java.util.Iterator;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** Determines which methods each method of a class calls. */
final class CalleeReader extends ClassVisitor {
    private final Iterator<MethodFacts> methods;

    CalleeReader(ClassFacts facts) {
        super(Opcodes.ASM9);
        methods = facts.methods.iterator();
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
            String @Nullable [] exceptions) {
        return new Calls(methods.next());
    }

    private static final class Calls extends MethodVisitor {
        private final MethodFacts facts;

        Calls(MethodFacts facts) {
            super(Opcodes.ASM9);
            this.facts = facts;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            facts.callees.add(owner + '.' + name + descriptor);
        }

        /** A reference to a method, such as {@code database::query}, is a call as well. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL) {
                    facts.callees.add(handle.getOwner() + '.' + handle.getName() + handle.getDesc());
                }
            }
        }
    }
}
