package programs.gotcha;

import java.io.InputStream;
import java.util.Iterator;
import java.util.function.DoubleUnaryOperator;
import timemory.Bundles;
import timemory.results.CallGraphNode;
import timemory.Timemory;
import timemory.TripCount;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/** One class of several loaders, loaded before and after the gotcha is first used, by classes that bring no class file with them too. */
public final class Loaders {
    public static final class LoadersGotcha extends Gotcha {
        public static final GotchaType<LoadersGotcha> TYPE = new GotchaType<>("loaders_gotcha", "Sees them all", LoadersGotcha::new)
                .wrap(Bundles.of(TripCount.class), "java.lang.Math.exp", "programs.gotcha.Loaders$Calling.own");
    }

    /** Loaded by each of the loaders. */
    public static final class Calling implements DoubleUnaryOperator {
        @Override
        public double applyAsDouble(double value) {
            return own(Math.exp(value));
        }

        static double own(double value) {
            return value + 1;
        }
    }

    private static final class Loader extends ClassLoader {
        private final boolean withFiles;

        Loader(boolean withFiles) {
            super(Loaders.class.getClassLoader());
            this.withFiles = withFiles;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.endsWith("$Calling")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) return known;
                try (InputStream in = Loaders.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (java.io.IOException failure) {
                    throw new ClassNotFoundException(name, failure);
                }
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return withFiles ? super.getResourceAsStream(name) : null;
        }

        DoubleUnaryOperator make() throws ReflectiveOperationException {
            return (DoubleUnaryOperator) loadClass(Loaders.class.getName() + "$Calling").getConstructor().newInstance();
        }
    }

    private Loaders() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        DoubleUnaryOperator before = new Loader(true).make();
        DoubleUnaryOperator withoutFile = new Loader(false).make();
        double plain = before.applyAsDouble(1) + withoutFile.applyAsDouble(1);
        double sum = 0;
        try (var region = Bundles.of(TripCount.class, LoadersGotcha.class).open("main")) {
            sum += before.applyAsDouble(1) + withoutFile.applyAsDouble(1);
            System.out.println(plain == sum);
            DoubleUnaryOperator after = new Loader(true).make();
            for (int i = 0; i < 10; i++) sum += after.applyAsDouble(1);
        }
        for (Iterator<CallGraphNode> nodes = Timemory.results().get("trip_count").nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            System.out.println(node.getLabel() + ' ' + node.getInclusive().getLaps());
        }
        System.out.println(Timemory.results().getProblems());
    }
}
