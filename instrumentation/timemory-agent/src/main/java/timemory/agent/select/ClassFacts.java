package timemory.agent.select;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** Facts about a class and its methods from its class file, read once before anything is decided. */
public final class ClassFacts {
    private static final Set<String> CONTINUATIONS = Set.of(
            "kotlin/coroutines/jvm/internal/SuspendLambda",
            "kotlin/coroutines/jvm/internal/RestrictedSuspendLambda",
            "kotlin/coroutines/jvm/internal/ContinuationImpl",
            "kotlin/coroutines/jvm/internal/RestrictedContinuationImpl");

    /** In the form of {@code Class.getName()}. */
    public final String name;

    public final Origin origin;

    /** The version of the class file, 52 for Java 8. */
    public int version;

    public int access;

    /** With slashes; {@code null} for {@code java.lang.Object} and modules. */
    public @Nullable String superName;

    /** With slashes. */
    public List<String> interfaces = List.of();

    /** The file it was compiled from, empty if the class file does not contain it. */
    public String source = "";

    /** Class names of its annotations. */
    public final Set<String> annotations = new LinkedHashSet<>(2);

    /** Its {@code Measured} annotation, {@code null} if there is none. */
    public @Nullable MeasuredMark mark;

    /** In the order of the class file, including those without code. */
    public final List<MethodFacts> methods = new ArrayList<>();

    private ClassFacts(String name, Origin origin) {
        this.name = name;
        this.origin = origin;
    }

    /**
     * Reads a class file.
     *
     * @param withCallees whether to store the methods that each method calls
     */
    public static ClassFacts read(ClassReader reader, Origin origin, boolean withCallees) {
        ClassFacts facts = new ClassFacts(reader.getClassName().replace('/', '.'), origin);
        reader.accept(new Reader(facts), ClassReader.SKIP_CODE);
        MethodCode.read(reader, facts.methods);
        if (withCallees) reader.accept(new CalleeReader(facts), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        for (MethodFacts method : facts.methods) {
            if (!method.hasCompletion()) continue;
            reader.accept(new Resumptions(facts), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            break;
        }
        return facts;
    }

    public boolean is(int flag) {
        return (access & flag) != 0;
    }

    /** Whether Kotlin's compiler generated it for a {@code suspend} lambda, or as the continuation of a {@code suspend} function. */
    public boolean isContinuation() {
        return superName != null && CONTINUATIONS.contains(superName);
    }

    /** The direct supertypes, with slashes. */
    List<String> supertypes() {
        return supertypes(superName, interfaces.toArray(new String[0]));
    }

    static List<String> supertypes(@Nullable String superName, String[] interfaces) {
        List<String> all = new ArrayList<>(List.of(interfaces));
        if (superName != null) all.add(superName);
        return List.copyOf(all);
    }

    /** The package, empty for the unnamed one. */
    public String packageName() {
        int end = name.lastIndexOf('.');
        return end < 0 ? "" : name.substring(0, end);
    }

    private static final class Reader extends ClassVisitor {
        private final ClassFacts facts;

        Reader(ClassFacts facts) {
            super(Opcodes.ASM9);
            this.facts = facts;
        }

        @Override
        public void visit(int version, int access, String name, @Nullable String signature, @Nullable String superName,
                String @Nullable [] interfaces) {
            facts.version = version & 0xFFFF;
            facts.access = access;
            facts.superName = superName;
            if (interfaces != null) facts.interfaces = List.of(interfaces);
        }

        @Override
        public void visitSource(@Nullable String source, @Nullable String debug) {
            if (source != null) facts.source = source;
        }

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            facts.annotations.add(Type.getType(descriptor).getClassName());
            if (descriptor.equals(MeasuredMark.DESCRIPTOR)) return facts.mark = new MeasuredMark();
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodFacts method = new MethodFacts(facts, access, name, descriptor);
            facts.methods.add(method);
            return new MethodReader(method);
        }
    }

    private static final class MethodReader extends MethodVisitor {
        /** The annotation that timemory's Kotlin compiler plugin adds to functions. */
        private static final String INSTRUMENTED = "Ltimemory/instrument/Instrumented;";

        private final MethodFacts facts;
        private int parameter;

        MethodReader(MethodFacts facts) {
            super(Opcodes.ASM9);
            this.facts = facts;
        }

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            facts.annotations.add(Type.getType(descriptor).getClassName());
            if (descriptor.equals(MeasuredMark.DESCRIPTOR)) return facts.mark = new MeasuredMark();
            if (descriptor.equals(INSTRUMENTED)) facts.isWoven = true;
            return null;
        }

        @Override
        public void visitParameter(@Nullable String name, int access) {
            if (name != null && parameter < facts.parameterNames.length) facts.parameterNames[parameter] = name;
            parameter++;
        }
    }

    /** Inspects methods that may be {@code suspend} functions. */
    private static final class Resumptions extends ClassVisitor {
        private final Iterator<MethodFacts> methods;

        Resumptions(ClassFacts facts) {
            super(Opcodes.ASM9);
            methods = facts.methods.iterator();
        }

        @Override
        public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodFacts method = methods.next();
            return method.hasCompletion() ? new ResumptionReader(method) : null;
        }
    }
}
