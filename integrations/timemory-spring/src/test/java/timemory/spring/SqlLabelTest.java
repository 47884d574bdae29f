package timemory.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Labels contain a statement's table, and none of its values. */
class SqlLabelTest {

    @Test
    void valuesGiveNoTable() {
        Map<String, String> labels = Map.of(
                "select * from orders where name = 'from hunter2'", "SELECT orders",
                "select 'it''s from hunter2', x from orders", "SELECT orders",
                "select $$x from hunter2$$ from orders", "SELECT orders",
                "select $tag$x from hunter2$$ from hunter3$tag$ from orders", "SELECT orders",
                "select $$x from hunter2", "SELECT",
                "select 'x from hunter2", "SELECT");
        labels.forEach((statement, label) -> assertEquals(label, SqlLabel.of(statement), statement));
    }

    @Test
    void namesMayHaveDoubleQuotesAndLiteralsOfMySqlDo() {
        Map<String, String> labels = Map.of(
                "select \"a\", x from \"orders\"", "SELECT orders",
                "select \"x from hunter2\" from orders", "SELECT orders",
                "select \"it's from hunter2\" from orders", "SELECT orders",
                "select 'a\"b', x from orders", "SELECT orders",
                "select * from \"Order Items\" join b", "SELECT",
                "select \"a\\\" from hunter2\" from orders", "SELECT",
                "select \"x from hunter2", "SELECT");
        labels.forEach((statement, label) -> assertEquals(label, SqlLabel.of(statement), statement));
    }

    @Test
    void quotesInCommentsBeginNoLiteral() {
        Map<String, String> labels = Map.of(
                "select x -- it's all\nfrom orders where name = 'from hunter2'", "SELECT orders",
                "select x /* it's from hunter2 */ from orders", "SELECT orders",
                "select '--', x from orders", "SELECT orders",
                "select x from /* c */ orders", "SELECT orders",
                "select 1--'a\n from hunter2' from orders", "SELECT",
                "select x /* from hunter2", "SELECT");
        labels.forEach((statement, label) -> assertEquals(label, SqlLabel.of(statement), statement));
    }

    /** MySQL treats the quote as part of the value, other databases as its end: it is unknown what is a value after it. */
    @Test
    void afterABackslashBeforeAQuoteNoTableIsLookedFor() {
        Map<String, String> labels = Map.of(
                "select 'C:\\', 'sent from hunter2 x' from orders", "SELECT",
                "select 'it\\'s from hunter2', 'x' from orders", "SELECT",
                "select 'it''s C:\\', 'sent from hunter2 x' from orders", "SELECT",
                "update orders set path = 'C:\\', note = 'sent from hunter2 x'", "UPDATE orders",
                "select 'C:\\temp', x from orders", "SELECT orders");
        labels.forEach((statement, label) -> assertEquals(label, SqlLabel.of(statement), statement));
    }

    /** It starts a comment in MySQL, and is an operator in PostgreSQL. */
    @Test
    void aNumberSignIsReadBothWays() {
        Map<String, String> labels = Map.of(
                "select a # it's\nfrom orders where name = 'from hunter2'", "SELECT",
                "select a # '\n from hunter2 ' from orders", "SELECT",
                "select data #>> '{a,b}', x / $1 from orders", "SELECT orders",
                "select a # b / c\nfrom orders", "SELECT orders",
                "select a # '\"' '\"\n' from hunter2", "SELECT");
        labels.forEach((statement, label) -> assertEquals(label, SqlLabel.of(statement), statement));
    }

    @Test
    void namesMayHaveBackticks() {
        Map<String, String> labels = Map.of(
                "select * from `orders` where x = 'from hunter2'", "SELECT orders",
                "select `it's`, 'from hunter2' from orders", "SELECT orders",
                "select `x from hunter2", "SELECT");
        labels.forEach((statement, label) -> assertEquals(label, SqlLabel.of(statement), statement));
    }

    @Test
    void commentsMayBeNested() {
        assertEquals("SELECT", SqlLabel.of("select /* a /* b */ it's */ x, ' from hunter2' from orders"));
    }

    @Test
    void aCallHasNoTable() {
        Map<String, String> labels = Map.of(
                "select trim(both \"x\" from \"hunter2\") from orders", "SELECT orders",
                "select trim(lower(\"x\") from \"hunter2\") from orders", "SELECT orders",
                "select count(*) from orders where id in (select id from items)", "SELECT orders",
                "select x from (select y from orders) as o", "SELECT orders",
                "insert into orders (a, b) values (lower(?), 2)", "INSERT orders",
                "select extract(year from created) from orders", "SELECT orders");
        labels.forEach((statement, label) -> assertEquals(label, SqlLabel.of(statement), statement));
    }
}
