import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Creates a table, fills it and queries its rows. Arguments: the URL of the database, and how many rows. */
public final class Database {
    private Database() {}

    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            connection.setAutoCommit(false);
            fill(connection, Integer.parseInt(arguments[1]));
            double sum = ask(connection, "select customer, sum(amount) from orders where id > ? group by customer order by 2", 10, 100);
            sum += ask(connection, "select customer, amount from orders where customer = ?", 200, 1);
            connection.commit();
            System.out.println(sum);
        }
    }

    private static void fill(Connection connection, int rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table orders(id int primary key, customer int, amount double precision, note varchar(100))");
            statement.execute("create index by_customer on orders(customer)");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into orders values(?, ?, ?, ?)")) {
            for (int i = 0; i < rows; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i % 100);
                insert.setDouble(3, i * 1.5);
                insert.setString(4, "note " + i);
                insert.executeUpdate();
            }
        }
        connection.commit();
    }

    private static double ask(Connection connection, String query, int times, int factor) throws SQLException {
        double sum = 0;
        try (PreparedStatement select = connection.prepareStatement(query)) {
            for (int i = 0; i < times; i++) {
                select.setInt(1, i * factor % 100);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) sum += rows.getDouble(2);
                }
            }
        }
        return sum;
    }
}
