package timemory.agent.select;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * Determines which functions are called by those that the user named, from class files: a call names a class, and runs the method of that
 * class, of a subclass, or of the superclass from which it is inherited. Classes are identified only by name; those that were not seen
 * being loaded are read from the class path.
 *
 * <p>May be used by any number of threads.
 */
public final class Calls {
    /** Classes, with slashes, on which a method is called, by {@code name(descriptor)}. */
    private final Map<String, Set<String>> called = new ConcurrentHashMap<>();

    /** The direct supertypes of a class, with slashes. */
    private final Map<String, List<String>> above = new ConcurrentHashMap<>();

    /** Stores the {@code facts} about the class. */
    void note(ClassFacts facts) {
        above.put(facts.name.replace('.', '/'), facts.supertypes());
    }

    /** Functions called by {@code method} are included; returns the classes, with slashes, for which this is new. */
    Set<String> add(MethodFacts method) {
        Set<String> added = new HashSet<>();
        for (String callee : method.callees) {
            int dot = callee.indexOf('.');
            String owner = callee.substring(0, dot);
            if (called.computeIfAbsent(callee.substring(dot + 1), key -> ConcurrentHashMap.newKeySet()).add(owner)) added.add(owner);
        }
        return added;
    }

    /** Whether {@code method} may be one that is called. */
    boolean contain(MethodFacts method) {
        Set<String> owners = called.get(method.name + method.descriptor);
        if (owners == null) return false;
        String own = method.owner.name.replace('.', '/');
        if (owners.contains(own)) return true;
        if (method.isConstructor()) return false;
        for (String type : allAbove(own)) if (owners.contains(type)) return true;
        for (String owner : owners) if (allAbove(owner).contains(own)) return true;
        return false;
    }

    /** Whether a method called on one of {@code owners} may belong to the class {@code name}, both with slashes. */
    public boolean mayConcern(String name, Set<String> owners) {
        if (owners.contains(name)) return true;
        for (String type : allAbove(name)) if (owners.contains(type)) return true;
        for (String owner : owners) if (allAbove(owner).contains(name)) return true;
        return false;
    }

    private Set<String> allAbove(String name) {
        Set<String> all = new HashSet<>();
        Deque<String> pending = new ArrayDeque<>(List.of(name));
        while (!pending.isEmpty()) {
            for (String type : above.computeIfAbsent(pending.pop(), Calls::read)) if (all.add(type)) pending.push(type);
        }
        return all;
    }

    private static List<String> read(String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            if (in == null) return List.of();
            ClassReader reader = new ClassReader(in);
            return ClassFacts.supertypes(reader.getSuperName(), reader.getInterfaces());
        } catch (IOException | RuntimeException ignored) {
            return List.of();
        }
    }
}
