package timemory.jvm;

/** Makes what needs the Foreign Function and Memory API, where the running Java has it: final since 22, and used here on Linux x86-64. */
final class Ffm {

    private Ffm() {}

    /** {@code null} where it is unavailable; {@code otherwise} tells what that means, where it is no matter of the version. */
    static Object make(String className, String otherwise) {
        if (Runtime.version().feature() < 22 || !isLinuxAmd64()) {
            return null;
        }
        try {
            // By name: its class file is of a version that an older Java refuses.
            return Class.forName(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError | IllegalCallerException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            System.err.println("timemory: " + otherwise + ": " + cause
                    + " (native access is allowed with --enable-native-access=ALL-UNNAMED)");
            return null;
        }
    }

    private static boolean isLinuxAmd64() {
        return System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64");
    }
}
