package timemory.live;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import timemory.internal.platform.JvmProcessKt;
import timemory.settings.Settings;

/**
 * The module {@code timemory-live-http}, which stands on this one, and has more than this one may use: the page, all formats, a server and a
 * client. Nothing of it is loaded unless the settings of a session ask for it.
 */
final class HttpModule {

    private HttpModule() {}

    /** Has the class {@code name} begin what {@code settings} ask for; where it cannot, {@code otherwise} is reported, and why. */
    static void begins(String name, Settings settings, String otherwise) {
        try {
            Class<?> type = Class.forName(name, true, HttpModule.class.getClassLoader());
            Method begins = type.getDeclaredMethod("begins", Settings.class);
            begins.setAccessible(true); // no part of what users see
            begins.invoke(null, settings);
        } catch (ClassNotFoundException ignored) {
            report(otherwise + ": add dev.timemory:timemory-live-http to the class path");
        } catch (InvocationTargetException failure) {
            report(otherwise + ": " + failure.getCause());
        } catch (ReflectiveOperationException | LinkageError failure) { // of another version
            report(otherwise + ", as " + name + " cannot be used: " + failure);
        }
    }

    private static void report(String sentence) {
        JvmProcessKt.printError("timemory: " + sentence);
    }
}
