package timemory.spark;

import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.WebUIPage;

/**
 * The tab "Timemory" of Spark's web interface, which shows the HTML report at the time of the request. None of this is public in Spark, and
 * it changes between versions; so it is loaded on use, and the tab is left out if anything is not as expected.
 */
final class ResultsTab extends SparkUITab {
    private static final String NAME = "timemory";

    /** The page classes by servlet version: for Spark 4 itself, and for Spark 3.5 and some builds of Spark 4. */
    private static final String OF_JAKARTA = "timemory.spark.ResultsPage";
    private static final String OF_JAVAX = "timemory.spark.javax.ResultsPage";

    private ResultsTab(SparkUI ui, WebUIPage page) {
        super(ui, NAME);
        attachPage(page);
    }

    /** Adds the tab to {@code ui}; it shows the current result of {@code page}. */
    static void attach(SparkUI ui, Supplier<String> page) throws ReflectiveOperationException {
        ui.attachTab(new ResultsTab(ui, pageFor(() -> SparkPage.page(page.get()))));
    }

    private static WebUIPage pageFor(Supplier<String> page) throws ReflectiveOperationException {
        Class<?> request = Arrays.stream(WebUIPage.class.getMethods())
                .filter(method -> method.getName().equals("render") && method.getParameterCount() == 1)
                .findFirst().orElseThrow(() -> new NoSuchMethodException("WebUIPage.render")).getParameterTypes()[0];
        var constructor =
                Class.forName(request.getName().startsWith("javax.") ? OF_JAVAX : OF_JAKARTA).getDeclaredConstructor(Supplier.class);
        constructor.setAccessible(true);
        return (WebUIPage) constructor.newInstance(page);
    }
}
