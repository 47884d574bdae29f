package timemory.agent.select;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** What a class file says of one of its methods, as far as it decides whether the method is measured. */
public final class MethodFacts {
    private static final String IMPLEMENTATION = "$suspendImpl";

    public final ClassFacts owner;
    public final int access;
    public final String name;
    public final String descriptor;

    /** Bytes of code, 0 without. */
    public int size;

    /** Slots of its frame. */
    public int maxLocals;

    /** Whether its last parameter is called as Kotlin's compiler calls what a {@code suspend} function continues with. */
    boolean isCompletionNamed;

    /**
     * The class of what a {@code suspend} function resumes itself with, with slashes; {@code null} where it has none: it does nothing after
     * a suspension.
     */
    public @Nullable String ownContinuation;

    /** The field of {@link #ownContinuation} whose sign tells that it is being resumed. */
    public @Nullable String resumptionField;

    /** Whether it jumps backwards. */
    public boolean hasLoop;

    /** Whether it calls anything, constructors of {@code Object} apart. */
    public boolean calls;

    /** Whether it measures itself, because its class was rewritten ahead of time or its compiler made it so. */
    public boolean isWoven;

    /** The first line of its source, 0 where the class file does not tell. */
    public int line;

    /** The names of its parameters, {@code null} for those that the class file does not tell. */
    public final @Nullable String[] parameterNames;

    /** Class names of its annotations. */
    public final Set<String> annotations = new LinkedHashSet<>(2);

    /** Its own annotation {@code Measured}, {@code null} without. */
    public @Nullable MeasuredMark mark;

    /** What it calls, as {@code owner.name(descriptor)} of the class file; kept only where asked for. */
    public final List<String> callees = new ArrayList<>(0);

    MethodFacts(ClassFacts owner, int access, String name, String descriptor) {
        this.owner = owner;
        this.access = access;
        this.name = name;
        this.descriptor = descriptor;
        parameterNames = new String[Type.getArgumentCount(descriptor)];
    }

    /** A variable in {@code slot} is called {@code name}. */
    void nameVariable(int slot, String name) {
        int next = is(Opcodes.ACC_STATIC) ? 0 : 1;
        int parameter = 0;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (next == slot && parameterNames[parameter] == null) parameterNames[parameter] = name;
            next += type.getSize();
            parameter++;
        }
    }

    public boolean is(int flag) {
        return (access & flag) != 0;
    }

    /** The components, or the user bundle, that an annotation names for it; empty where none does. */
    public String markedComponents() {
        if (mark != null && !mark.measured().isEmpty()) return mark.measured();
        return owner.mark == null ? "" : owner.mark.measured();
    }

    public boolean isConstructor() {
        return name.equals("<init>");
    }

    public boolean isStaticInitialiser() {
        return name.equals("<clinit>");
    }

    /** Whether it is the body of a lambda, as the compilers of Java and Kotlin name it. */
    public boolean isLambda() {
        return is(Opcodes.ACC_SYNTHETIC) && (name.startsWith("lambda$") || name.contains("$lambda$"));
    }

    /** Whether it is {@code public static void main(String[])}. */
    public boolean isMain() {
        return name.equals("main") && is(Opcodes.ACC_STATIC) && descriptor.equals("([Ljava/lang/String;)V");
    }

    /**
     * Whether it is the body of a {@code suspend} function as Kotlin's compiler makes it: its last parameter is what it continues with,
     * recognised by the parameter's name, or by the code that is resumed. Other functions with such a parameter may ask for more than a
     * continuation.
     */
    public boolean isSuspend() {
        if (!hasCompletion() || is(Opcodes.ACC_SYNTHETIC) && !isImplementation() || is(Opcodes.ACC_BRIDGE)) return false;
        return (isCompletionNamed || ownContinuation != null) && !owner.isContinuation();
    }

    /** Whether its last parameter could be what a {@code suspend} function continues with. */
    boolean hasCompletion() {
        return descriptor.endsWith("Lkotlin/coroutines/Continuation;)Ljava/lang/Object;");
    }

    /** The slot of its last parameter. */
    public int lastParameter() {
        int slots = is(Opcodes.ACC_STATIC) ? 0 : 1;
        Type[] types = Type.getArgumentTypes(descriptor);
        for (int i = 0; i < types.length - 1; i++) slots += types[i].getSize();
        return slots;
    }

    /** Whether it is what the compiler made of a {@code suspend} function that may be overridden; the function itself only calls it. */
    public boolean isImplementation() {
        return name.endsWith(IMPLEMENTATION) && is(Opcodes.ACC_STATIC);
    }

    /** Whether it is a {@code suspend} function that does nothing but call what the compiler made of it. */
    boolean isBridgeToImplementation() {
        if (!hasCompletion() || is(Opcodes.ACC_STATIC)) return false;
        String implementation = "(L" + owner.name.replace('.', '/') + ';' + descriptor.substring(1);
        for (MethodFacts other : owner.methods) {
            if (other.name.equals(name + IMPLEMENTATION) && other.descriptor.equals(implementation)) return true;
        }
        return false;
    }

    /** Its name in the source. */
    public String sourceName() {
        return isImplementation() ? name.substring(0, name.length() - IMPLEMENTATION.length()) : name;
    }

    /** {@code com.acme.Db.query(java.lang.String, int)}: what patterns for functions are matched with. */
    public String function() {
        return owner.name + '.' + sourceName() + parameters();
    }

    /** {@code (java.lang.String, int)}, as written in the source. */
    public String parameters() {
        Type[] types = Type.getArgumentTypes(descriptor);
        return parameters(types, isImplementation() ? 1 : 0, isSuspend() ? types.length - 1 : types.length);
    }

    /** {@code (String, int)}: as {@link #parameters}, without packages. */
    public String shortParameters() {
        return Packages.PATTERN.matcher(parameters()).replaceAll("");
    }

    /** The parameters that a descriptor tells, as {@code (java.lang.String, int)}. */
    public static String parameters(String descriptor) {
        Type[] types = Type.getArgumentTypes(descriptor);
        return parameters(types, 0, types.length);
    }

    private static String parameters(Type[] types, int begin, int end) {
        StringBuilder text = new StringBuilder("(");
        for (int i = begin; i < end; i++) {
            if (text.length() > 1) text.append(", ");
            text.append(types[i].getClassName());
        }
        return text.append(')').toString();
    }

    /** {@code java.util.List query(java.lang.String, int)}: what patterns for signatures are matched with. */
    public String signature() {
        return Type.getReturnType(descriptor).getClassName() + ' ' + sourceName() + parameters();
    }

    @Override
    public String toString() {
        return function();
    }

    /** Regular expressions are not loaded until they are needed: most programs start without them. */
    private static final class Packages {
        static final Pattern PATTERN = Pattern.compile("\\b(?:[\\w$]+\\.)+");
    }
}
