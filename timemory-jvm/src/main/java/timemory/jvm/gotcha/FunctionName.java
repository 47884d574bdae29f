package timemory.jvm.gotcha;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A function as named by the user: {@code java.lang.Math.exp(double)}; all overloads without parameters; {@code *} matches any characters
 * of the name.
 */
final class FunctionName {
    final String owner;
    private final String text;
    private final Pattern name;

    /** The names of the parameter types; {@code null} for any. */
    private final @Nullable List<String> parameters;

    private FunctionName(String text, String owner, String name, @Nullable List<String> parameters) {
        this.text = text;
        this.owner = owner;
        this.name = Pattern.compile(glob(name));
        this.parameters = parameters;
    }

    /**
     * Parses a name.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    static FunctionName of(String text) {
        String all = text.strip();
        int open = all.indexOf('(');
        String path = open < 0 ? all : all.substring(0, open).strip();
        int dot = path.lastIndexOf('.');
        if (dot <= 0 || dot == path.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' is not a function name: write it with its class, like 'java.lang.Math.exp'");
        }
        String owner = path.substring(0, dot);
        String name = path.substring(dot + 1);
        if (name.startsWith("<") || owner.endsWith("." + name)) {
            throw new IllegalArgumentException("'" + text + "' is a constructor, which a gotcha cannot wrap: name the function "
                    + "that calls it");
        }
        if (open < 0) return new FunctionName(all, owner, name, null);
        if (!all.endsWith(")")) throw new IllegalArgumentException("'" + text + "' lacks the ')' after its parameters");
        String inside = all.substring(open + 1, all.length() - 1).strip();
        List<String> parameters = new ArrayList<>();
        if (!inside.isEmpty()) for (String one : inside.split(",")) parameters.add(one.strip());
        return new FunctionName(all, owner, name, parameters);
    }

    /** Returns a regular expression for a text in which {@code *} matches any characters. */
    static String glob(String text) {
        StringBuilder expression = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '*') expression.append(".*");
            else if (Character.isLetterOrDigit(c) || c == '_') expression.append(c);
            else expression.append('\\').append(c);
        }
        return expression.toString();
    }

    /** Returns the parameters: {@code (java.lang.String, int)}. */
    static String text(MethodType type) {
        return type.parameterList().stream().map(Class::getTypeName).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns whether a function {@code called} with the parameters of {@code type} matches, provided the class does. */
    boolean matches(String called, MethodType type) {
        if (!name.matcher(called).matches()) return false;
        if (parameters == null) return true;
        if (parameters.size() != type.parameterCount()) return false;
        for (int i = 0; i < parameters.size(); i++) {
            Class<?> parameter = type.parameterType(i);
            if (!parameters.get(i).equals(parameter.getTypeName()) && !parameters.get(i).equals(parameter.getName())) return false;
        }
        return true;
    }

    /** Returns whether this names {@code function}. */
    boolean matches(CalledFunction function) {
        return owner.equals(function.owner()) && matches(function.name(), function.type());
    }

    /** Returns the region label for calls of the function {@code called}. */
    String label(String called) {
        int open = text.indexOf('(');
        return owner + '.' + called + (open < 0 ? "" : text.substring(open));
    }

    /** Returns the class as seen by {@code loader}; {@code null} if it is not found. */
    static @Nullable Class<?> find(String owner, ClassLoader loader) {
        try {
            return Class.forName(owner, false, loader);
        } catch (ClassNotFoundException | LinkageError ignored) {
            return null;
        }
    }

    /** Returns the matching methods of {@code type}, those of the class itself before those of its supertypes. */
    List<Method> methodsOf(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Class<?> one : allAbove(type)) {
            for (Method method : one.getDeclaredMethods()) {
                if (matches(method.getName(), typeOf(method))) found.add(method);
            }
        }
        return found;
    }

    static MethodType typeOf(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    }

    /** Returns {@code type} with all its supertypes, nearest first. */
    static Set<Class<?>> allAbove(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) all.add(one);
        for (Class<?> one : List.copyOf(all)) addInterfaces(one, all);
        if (type.isInterface()) all.add(Object.class);
        return all;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> all) {
        for (Class<?> one : type.getInterfaces()) if (all.add(one)) addInterfaces(one, all);
    }

    /**
     * Returns why the function cannot exist; {@code null} if it can. A class that {@code loader} does not find may exist in other loaders.
     */
    @Nullable
    String reasonAgainst(ClassLoader loader) {
        Class<?> type = find(owner, loader);
        if (type == null) return null;
        if (type == MethodHandle.class || type == VarHandle.class) {
            return "'" + text + "' has no fixed parameters, and a gotcha cannot wrap it";
        }
        if (!methodsOf(type).isEmpty()) return null;
        return "there is no function '" + text + "': " + type + " has no function of that name"
                + (parameters == null ? "" : " with those parameters");
    }

    /** In the form that the agent expects: see {@code Calls.watch}. */
    String[] told(ClassLoader loader) {
        String slashes = owner.replace('.', '/');
        Class<?> type = find(owner, loader);
        if (type == null) return new String[] {slashes, name.pattern(), "", "", slashes};
        List<Method> methods = methodsOf(type);
        boolean anyStatic = methods.stream().anyMatch(method -> Modifier.isStatic(method.getModifiers()));
        boolean allStatic = methods.stream().allMatch(method -> Modifier.isStatic(method.getModifiers()));
        String kind = allStatic ? "static" : anyStatic ? "" : "instance";
        String descriptors = methods.stream().map(method -> parametersOf(typeOf(method))).distinct().collect(Collectors.joining(" "));
        String above = allAbove(type).stream().map(one -> one.getName().replace('.', '/')).collect(Collectors.joining(" "));
        String names = methods.stream().map(method -> glob(method.getName())).distinct().collect(Collectors.joining("|"));
        return new String[] {slashes, names, kind, descriptors, above};
    }

    private static String parametersOf(MethodType type) {
        String descriptor = type.toMethodDescriptorString();
        return descriptor.substring(0, descriptor.indexOf(')') + 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
