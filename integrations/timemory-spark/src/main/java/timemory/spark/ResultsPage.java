package timemory.spark;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import org.apache.spark.ui.WebUIPage;
import scala.collection.immutable.Seq;
import scala.xml.Node;
import scala.xml.Unparsed;

/** The only page of the tab, for Spark versions with {@code jakarta} servlets. */
final class ResultsPage extends WebUIPage {
    private final Supplier<String> page;

    ResultsPage(Supplier<String> page) {
        super("");
        this.page = page;
    }

    @Override
    public Seq<Node> render(HttpServletRequest request) {
        // Returns a node: a sequence of nodes that contains itself.
        return new Unparsed(page.get());
    }
}
