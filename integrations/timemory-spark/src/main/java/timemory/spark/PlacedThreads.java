package timemory.spark;

import java.lang.reflect.Field;
import java.util.Properties;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Provides {@link CallSiteProperties} as the local properties of all threads of an application's driver, including threads that measured
 * before the application started. It replaces Spark's own thread-local variable.
 */
final class PlacedThreads extends InheritableThreadLocal<Properties> {
    private static final String FIELD = "localProperties";

    private final JobCallSites places;

    private PlacedThreads(JobCallSites places) {
        this.places = places;
    }

    /**
     * Installs it in {@code spark}, which is being constructed and is not yet used by another thread.
     *
     * @throws ReflectiveOperationException if this version of Spark stores local properties differently
     */
    static void follow(SparkContext spark, JobCallSites places) throws ReflectiveOperationException {
        Properties before = spark.getLocalProperties();
        Field field = SparkContext.class.getDeclaredField(FIELD);
        if (!field.getType().isAssignableFrom(PlacedThreads.class)) throw new NoSuchFieldException(FIELD + " is a " + field.getType());
        field.setAccessible(true);
        PlacedThreads threads = new PlacedThreads(places);
        threads.set(before);
        field.set(spark, threads);
    }

    @Override
    protected Properties initialValue() {
        return new CallSiteProperties(places, null);
    }

    @Override
    protected @Nullable Properties childValue(@Nullable Properties parent) {
        return parent == null ? null : new CallSiteProperties(places, parent);
    }

    @Override
    public void set(Properties properties) {
        super.set(properties == null || properties instanceof CallSiteProperties ? properties : new CallSiteProperties(places, properties));
    }
}
