package timemory.agent.gotcha;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * Subtypes and accessibility of classes: read from class files, because no class of the program may be loaded for this.
 */
final class ClassHierarchy {
    /** Facts about a class. */
    private record Facts(boolean isPublic, @Nullable String superName, String[] interfaces) {}

    private static final Facts UNKNOWN = new Facts(false, null, new String[0]);

    private static final Map<@Nullable ClassLoader, Map<String, Facts>> KNOWN = new WeakHashMap<>();

    private ClassHierarchy() {}

    /**
     * Whether {@code name}, as resolved in {@code loader}, is {@code above} or a subtype; also true if a class file is not found.
     */
    static boolean isBelow(@Nullable ClassLoader loader, String name, String above) {
        if (name.startsWith("[")) return false;
        Deque<String> left = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        left.add(name);
        while (!left.isEmpty()) {
            String one = left.remove();
            if (one.equals(above)) return true;
            if (one.equals("java/lang/Object") || !seen.add(one)) continue;
            Facts facts = facts(loader, one);
            if (facts == UNKNOWN) return true;
            if (facts.superName != null) left.add(facts.superName);
            left.addAll(Arrays.asList(facts.interfaces));
        }
        return false;
    }

    /**
     * Whether {@code caller} can access every type of {@code descriptor}. A call of a method need not; an {@code invokedynamic} must, or
     * the JVM refuses to link it.
     */
    static boolean mayName(@Nullable ClassLoader loader, String caller, String descriptor) {
        if (!isAccessible(loader, caller, Type.getReturnType(descriptor))) return false;
        for (Type parameter : Type.getArgumentTypes(descriptor)) if (!isAccessible(loader, caller, parameter)) return false;
        return true;
    }

    private static boolean isAccessible(@Nullable ClassLoader loader, String caller, Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        if (element.getSort() != Type.OBJECT) return true;
        String name = element.getInternalName();
        return packageOf(name).equals(packageOf(caller)) || facts(loader, name).isPublic;
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    private static Facts facts(@Nullable ClassLoader loader, String name) {
        Map<String, Facts> known;
        synchronized (KNOWN) {
            known = KNOWN.computeIfAbsent(loader, any -> new ConcurrentHashMap<>());
        }
        Facts facts = known.get(name);
        if (facts != null) return facts;
        facts = name.startsWith("java/") ? ofJdk(name) : read(loader, name);
        known.put(name, facts);
        return facts;
    }

    /** For a class of the JDK, which may be loaded; those in packages that are not exported are inaccessible. */
    private static Facts ofJdk(String name) {
        try {
            Class<?> type = Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
            boolean isPublic = Modifier.isPublic(type.getModifiers()) && type.getModule().isExported(type.getPackageName());
            String[] interfaces = Arrays.stream(type.getInterfaces()).map(Type::getInternalName).toArray(String[]::new);
            return new Facts(isPublic, type.getSuperclass() == null ? null : Type.getInternalName(type.getSuperclass()), interfaces);
        } catch (ClassNotFoundException | LinkageError ignored) {
            return UNKNOWN;
        }
    }

    private static Facts read(@Nullable ClassLoader loader, String name) {
        String file = name + ".class";
        try (InputStream in = loader == null ? ClassLoader.getSystemResourceAsStream(file) : loader.getResourceAsStream(file)) {
            if (in == null) return UNKNOWN;
            ClassReader reader = new ClassReader(in);
            return new Facts(Modifier.isPublic(reader.getAccess()), reader.getSuperName(), reader.getInterfaces());
        } catch (IOException | IllegalArgumentException unused) {
            return UNKNOWN;
        }
    }
}
