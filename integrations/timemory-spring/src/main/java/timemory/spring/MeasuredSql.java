package timemory.spring;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.bundle.RuntimeBundle;

/**
 * Wraps a data source so that its statements are regions by kind and table, {@code SELECT orders}, never by their text, which may contain
 * the program's data. A region covers the call that executes a statement, but not fetching further rows later.
 *
 * <p>Everything else is delegated to the data source; {@code unwrap} returns it. It has the same thread-safety.
 */
final class MeasuredSql implements InvocationHandler {
    private final Object target;
    private final RuntimeBundle bundle;

    /**
     * The label of a prepared statement; {@code null} for statements whose text is passed on execution, and for objects that are not
     * statements.
     */
    private final @Nullable String prepared;

    private MeasuredSql(Object target, RuntimeBundle bundle, @Nullable String prepared) {
        this.target = target;
        this.bundle = bundle;
        this.prepared = prepared;
    }

    static DataSource of(DataSource source, RuntimeBundle bundle) {
        return proxy(DataSource.class, source, bundle, null);
    }

    private static <T> T proxy(Class<T> type, Object target, RuntimeBundle bundle, @Nullable String prepared) {
        return type.cast(Proxy.newProxyInstance(
                MeasuredSql.class.getClassLoader(), new Class<?>[] {type}, new MeasuredSql(target, bundle, prepared)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        String name = method.getName();
        Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
        if (name.equals("equals") && arguments != null && arguments.length == 1) return proxy == first;
        if (name.equals("isWrapperFor") && first instanceof Class<?> type && type.isInstance(target)) return true;
        if (name.equals("unwrap") && first instanceof Class<?> type && type.isInstance(target)) return target;
        String sql = first instanceof String text ? text : null;
        if (target instanceof Statement && name.startsWith("execute")) {
            String label = name.endsWith("Batch") ? batch() : sql != null ? SqlLabel.of(sql) : prepared;
            try (OpenRegion region = bundle.open(label == null ? SqlLabel.UNKNOWN : label)) {
                return call(method, arguments);
            }
        }
        return wrapped(call(method, arguments), sql);
    }

    private String batch() {
        return prepared == null ? "batch" : prepared + " (batch)";
    }

    private @Nullable Object wrapped(@Nullable Object result, @Nullable String sql) {
        if (result instanceof CallableStatement)
            return proxy(CallableStatement.class, result, bundle, SqlLabel.of(sql));
        if (result instanceof PreparedStatement)
            return proxy(PreparedStatement.class, result, bundle, SqlLabel.of(sql));
        if (result instanceof Statement) return proxy(Statement.class, result, bundle, null);
        return result instanceof Connection ? proxy(Connection.class, result, bundle, null) : result;
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }
}
