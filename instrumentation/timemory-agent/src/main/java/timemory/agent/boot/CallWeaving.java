package timemory.agent.boot;

import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Consumer;

/** The agent's implementation of {@link Calls}, which belongs to the agent's own class loader. */
public interface CallWeaving {

    /**
     * Weaves calls of {@code functions} from now on: in classes loaded already before this returns, in others when they are loaded.
     *
     * @param functions as in {@link Calls#watch}
     * @param tell receives messages for the user
     */
    void watch(List<String[]> functions, Consumer<String> tell);

    /**
     * Returns the class file of a class that implements functional interfaces by calls of {@link Calls#insideReference}. It has a static
     * method {@code make}, whose parameters are the captured values.
     *
     * @param caller the class that contains the method reference, with slashes
     * @param type the captured values, and the interface
     * @param name the method to implement
     * @param forms its types: that of the interface, and those of bridges
     * @param markers additional interfaces
     */
    byte[] reference(String caller, MethodType type, String name, List<MethodType> forms, List<Class<?>> markers);
}
