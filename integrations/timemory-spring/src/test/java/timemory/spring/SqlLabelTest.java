package timemory.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Labels have the table of a statement, and nothing of its values. */
class SqlLabelTest {

    @Test
    void valuesGiveNoTable() {
        Map<String, String> labels = Map.of(
                "select * from orders where name = 'from hunter2'", "SELECT orders",
                "select 'it''s from hunter2', x from orders", "SELECT orders",
                "select 'it\\'s from hunter2', 'x' from orders", "SELECT orders",
                "select $$x from hunter2$$ from orders", "SELECT orders",
                "select $tag$x from hunter2$$ from hunter3$tag$ from orders", "SELECT orders",
                "select $$x from hunter2", "SELECT",
                "select 'x from hunter2", "SELECT");
        labels.forEach((statement, label) -> assertEquals(label, SqlLabel.of(statement), statement));
    }
}
