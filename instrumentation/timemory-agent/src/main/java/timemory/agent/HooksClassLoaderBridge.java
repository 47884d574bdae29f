package timemory.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import org.jspecify.annotations.Nullable;
import timemory.agent.boot.Hooks;

/**
 * Makes sure that woven classes find {@link Hooks}, however their class loader resolves names.
 *
 * <p>Nearly all loaders ask the boot loader, which has that class. Those of OSGi bundles and of other module systems do so only for
 * configured packages, and a loader may have another class of that name. But all of them must delegate packages that start with {@code
 * java.} to the boot loader. So for classes of such loaders the calls go to a class in {@code java.lang} that is created for the first of
 * them, and which calls {@code Hooks}.
 *
 * <p>An instance may be used by any number of threads.
 */
final class HooksClassLoaderBridge {
    private static final String STAND_IN = "java/lang/TimemoryHooks";

    private final Instrumentation instrumentation;
    private final Map<ClassLoader, Boolean> seeing = Collections.synchronizedMap(new WeakHashMap<>());
    private boolean isMade;

    HooksClassLoaderBridge(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Makes {@code woven}, a class of {@code loader}, call a class that the loader finds. */
    byte[] adapt(@Nullable ClassLoader loader, byte[] woven) {
        if (sees(loader)) return woven;
        makeStandIn();
        return StandIn.calledBy(woven);
    }

    private boolean sees(@Nullable ClassLoader loader) {
        if (loader == null) return true;
        Boolean known = seeing.get(loader);
        if (known != null) return known;
        boolean sees = !isOfBundle(loader.getClass()) && finds(loader);
        seeing.put(loader, sees);
        return sees;
    }

    /** Performs the lookup that the JVM will perform when a woven method runs for the first time. */
    private static boolean finds(ClassLoader loader) {
        try {
            return loader.loadClass(Hooks.class.getName()) == Hooks.class;
        } catch (ClassNotFoundException | LinkageError | RuntimeException ignored) {
            return false;
        }
    }

    /**
     * Whether it loads an OSGi bundle. The result of such a loader depends on the caller: it may find a class for us that it hides from the
     * bundle.
     */
    private static boolean isOfBundle(Class<?> type) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            for (Class<?> implemented : one.getInterfaces())
                if (implemented.getName().equals("org.osgi.framework.BundleReference")) return true;
        }
        return false;
    }

    private synchronized void makeStandIn() {
        if (isMade) return;
        // java.lang belongs to a module, which has to read that of Hooks.
        instrumentation.redefineModule(Object.class.getModule(), Set.of(Hooks.class.getModule()), Map.of(), Map.of(), Set.of(), Map.of());
        ClassDefiner.define(instrumentation, STAND_IN, StandIn.bytes(), null, null);
        isMade = true;
    }

    /** Separate, because few programs need the weaver for it. */
    private static final class StandIn {
        private static final String HOOKS = Type.getInternalName(Hooks.class);

        /** Returns {@code woven}, calling it instead of {@code Hooks}. */
        static byte[] calledBy(byte[] woven) {
            ClassReader reader = new ClassReader(woven);
            ClassWriter writer = new ClassWriter(0);
            reader.accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, HOOKS, STAND_IN)), 0);
            return writer.toByteArray();
        }

        /** A class with all public methods of {@code Hooks}, each of which calls the one with the same name there. */
        static byte[] bytes() {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, STAND_IN, null, "java/lang/Object", null);
            for (Method method : Hooks.class.getDeclaredMethods()) {
                if (!Modifier.isPublic(method.getModifiers()) || !Modifier.isStatic(method.getModifiers())) continue;
                String descriptor = Type.getMethodDescriptor(method);
                MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, method.getName(), descriptor, null, null);
                code.visitCode();
                int slot = 0;
                for (Type argument : Type.getArgumentTypes(descriptor)) {
                    code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
                    slot += argument.getSize();
                }
                code.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, method.getName(), descriptor, false);
                code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
                code.visitMaxs(0, 0);
                code.visitEnd();
            }
            writer.visitEnd();
            return writer.toByteArray();
        }
    }
}
