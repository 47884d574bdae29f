package timemory.jvm.gotcha;

import timemory.ExperimentalTimemoryApi;
import java.lang.invoke.MethodType;

/**
 * The function that a call means, as audits are told it. Immutable.
 *
 * @param owner the class that the gotcha names it in: {@code java.sql.Statement}
 * @param name {@code execute}
 * @param type parameters and result, without the receiver
 * @param isStatic whether it has no receiver
 */
@ExperimentalTimemoryApi
public record CalledFunction(String owner, String name, MethodType type, boolean isStatic) {

    /** {@code java.sql.Statement.execute(java.lang.String)}. */
    @Override
    public String toString() {
        return owner + '.' + name + FunctionName.text(type);
    }
}
