package timemory.live;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import timemory.internal.platform.JvmProcessKt;
import timemory.settings.Settings;

/**
 * Access to the module {@code timemory-live-http}, which depends on this one and brings the HTML report, all formats, a server and a
 * client. Nothing of it is loaded unless a session's settings ask for it.
 */
final class HttpModule {

    private HttpModule() {}

    /** Makes the class {@code name} start what {@code settings} ask for; if that fails, reports {@code otherwise} with the reason. */
    static void begins(String name, Settings settings, String otherwise) {
        try {
            Class<?> type = Class.forName(name, true, HttpModule.class.getClassLoader());
            Method begins = type.getDeclaredMethod("begins", Settings.class);
            begins.setAccessible(true); // the method is not public API
            begins.invoke(null, settings);
        } catch (ClassNotFoundException ignored) {
            report(otherwise + ": add dev.timemory:timemory-live-http to the class path");
        } catch (InvocationTargetException failure) {
            report(otherwise + ": " + failure.getCause());
        } catch (ReflectiveOperationException | LinkageError failure) { // from another version
            report(otherwise + ": " + name + " cannot be used: " + failure);
        }
    }

    private static void report(String sentence) {
        JvmProcessKt.printError("timemory: " + sentence);
    }
}
