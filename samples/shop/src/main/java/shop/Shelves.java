package shop;

import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** What there is to buy, what was ordered, and what customers said. */
@Repository
class Shelves {
    static final int PRODUCTS = 200;
    private static final int REVIEWS_OF_EACH = 50;

    private final JdbcTemplate database;

    Shelves(JdbcTemplate database) {
        this.database = database;
        database.execute("CREATE TABLE products (id INT PRIMARY KEY, name VARCHAR(100), stock INT)");
        database.execute("CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY, product INT)");
        // Whoever made this table forgot its index: that is what is to be found.
        database.execute("CREATE TABLE reviews (product INT, stars INT, text VARCHAR(200))");
        database.update("INSERT INTO products SELECT x, 'product ' || x, 1000000 FROM SYSTEM_RANGE(0, ?)", PRODUCTS - 1);
        database.update("INSERT INTO reviews SELECT MOD(x, ?), 1 + MOD(x, 5), 'review ' || x FROM SYSTEM_RANGE(1, ?)", PRODUCTS,
                PRODUCTS * REVIEWS_OF_EACH);
    }

    List<String> names() {
        return database.queryForList("SELECT name FROM products ORDER BY id LIMIT 20", String.class);
    }

    Map<String, Object> product(int id) {
        return database.queryForMap("SELECT name, stock FROM products WHERE id = ?", id);
    }

    Double stars(int id) {
        return database.queryForObject("SELECT AVG(CAST(stars AS DOUBLE)) FROM reviews WHERE product = ?", Double.class, id);
    }

    /** Whether there was one left. */
    boolean order(int id) {
        if (database.update("UPDATE products SET stock = stock - 1 WHERE id = ? AND stock > 0", id) == 0) return false;
        database.update("INSERT INTO orders (product) VALUES (?)", id);
        return true;
    }
}
