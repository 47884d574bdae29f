package timemory.jvm.gotcha;

import timemory.ExperimentalTimemoryApi;
import java.lang.invoke.MethodType;

/**
 * The function that a call refers to, as audits receive it. Immutable.
 *
 * @param owner the class in which the gotcha names it: {@code java.sql.Statement}
 * @param name {@code execute}
 * @param type parameters and result, without the receiver
 * @param isStatic whether it has no receiver
 */
@ExperimentalTimemoryApi
public record CalledFunction(String owner, String name, MethodType type, boolean isStatic) {

    /** Returns {@code java.sql.Statement.execute(java.lang.String)}. */
    @Override
    public String toString() {
        return owner + '.' + name + FunctionName.text(type);
    }
}
