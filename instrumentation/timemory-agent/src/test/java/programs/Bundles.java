package programs;

import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Runs {@code acme.Main} as a bundle of OSGi: a JAR, and a folder for the framework. */
public final class Bundles {
    private Bundles() {}

    public static void main(String[] arguments) throws Exception {
        FrameworkFactory factory = java.util.ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow();
        Framework framework = factory.newFramework(Map.of("org.osgi.framework.storage", arguments[1]));
        framework.start();
        try {
            run(framework, arguments[0]);
        } finally {
            framework.stop();
            framework.waitForStop(0);
        }
    }

    private static void run(Framework framework, String jar) throws Exception {
        Bundle bundle = framework.getBundleContext().installBundle(java.nio.file.Path.of(jar).toUri().toString());
        bundle.start();
        bundle.loadClass("acme.Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}
