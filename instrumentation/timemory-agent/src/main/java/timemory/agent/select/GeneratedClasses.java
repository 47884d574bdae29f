package timemory.agent.select;

import java.util.List;

/**
 * Classes that frameworks generate at run time between a class and its callers, such as proxies. Their code is not in the program's source,
 * and the functions that they call are measured themselves.
 */
final class GeneratedClasses {
    private static final List<String> MARKS = List.of(
            "$$SpringCGLIB$$", "$$EnhancerBy", "$$FastClassBy", "$$KeyFactoryBy", "$ByteBuddy$", "$HibernateProxy", "$MockitoMock$",
            "_$$_jvst", "_$$_Weld", "$$Lambda", "GeneratedMethodAccessor", "GeneratedConstructorAccessor");

    /** {@code java.lang.reflect.Proxy} names them {@code $Proxy12}, in any package. */
    private static final String PROXY = "$Proxy";

    private GeneratedClasses() {}

    /** Whether the class {@code name}, with dots, is one. */
    static boolean contain(String name) {
        if (name.indexOf('$') < 0 && !name.contains("Accessor")) return false;
        for (String mark : MARKS) if (name.contains(mark)) return true;
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return simple.startsWith(PROXY) && simple.length() > PROXY.length() && isNumber(simple, PROXY.length());
    }

    private static boolean isNumber(String text, int begin) {
        for (int i = begin; i < text.length(); i++) if (!Character.isDigit(text.charAt(i))) return false;
        return true;
    }
}
