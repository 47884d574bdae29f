package timemory.spark.javax;

import java.util.function.Supplier;
import javax.servlet.http.HttpServletRequest;
import org.apache.spark.ui.WebUIPage;
import scala.collection.immutable.Seq;
import scala.xml.Node;
import scala.xml.Unparsed;

/** The only page of the tab, for Spark versions with {@code javax} servlets: Spark 3.5, and some builds of Spark 4. */
public final class ResultsPage extends WebUIPage {
    private final Supplier<String> page;

    /** Creates a page with the current content of {@code page}. */
    public ResultsPage(Supplier<String> page) {
        super("");
        this.page = page;
    }

    @Override
    public Seq<Node> render(HttpServletRequest request) {
        // Returns a node: a sequence of nodes that contains itself.
        return new Unparsed(page.get());
    }
}
