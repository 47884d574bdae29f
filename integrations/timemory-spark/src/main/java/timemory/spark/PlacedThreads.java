package timemory.spark;

import java.lang.reflect.Field;
import java.util.Properties;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;

/**
 * The local properties of all threads of an application's driver, as {@link CallSiteProperties}: also of threads that measured before the
 * application began, of which nothing else would tell. It stands in the place of Spark's own.
 */
final class PlacedThreads extends InheritableThreadLocal<Properties> {
    private static final String FIELD = "localProperties";

    private final JobCallSites places;

    private PlacedThreads(JobCallSites places) {
        this.places = places;
    }

    /**
     * Has {@code spark}, which is being made, and which no other thread has used yet, keep its local properties here.
     *
     * @throws ReflectiveOperationException where this version of Spark keeps them otherwise
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
