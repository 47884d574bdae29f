package timemory.agent.boot;

import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Consumer;

/** What the agent does for {@link Calls}; its implementation belongs to the agent's own class loader. */
public interface CallWeaving {

    /**
     * From now on calls of {@code functions} are woven: in classes loaded already before this returns, in others when they are loaded.
     *
     * @param functions as {@link Calls#watch} takes them
     * @param tell receives what the user has to know
     */
    void watch(List<String[]> functions, Consumer<String> tell);

    /**
     * The class file of a class that implements functional interfaces by calls of {@link Calls#insideReference}. It has a static method
     * {@code make}, which takes what is captured.
     *
     * @param caller the class that contains the method reference, with slashes
     * @param type what is captured, and the interface
     * @param name the method to implement
     * @param forms its types: as the interface has it, and those that bridges want
     * @param markers further interfaces
     */
    byte[] reference(String caller, MethodType type, String name, List<MethodType> forms, List<Class<?>> markers);
}
