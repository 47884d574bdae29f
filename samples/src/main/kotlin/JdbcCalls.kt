@file:OptIn(ExperimentalTimemoryApi::class)

package samples

import java.sql.Connection
import java.sql.DriverManager
import java.sql.SQLException
import timemory.ComponentType
import timemory.ExperimentalTimemoryApi
import timemory.LongComponent
import timemory.Quantity
import timemory.WallClock
import timemory.bundle
import timemory.jvm.gotcha.Audit
import timemory.jvm.gotcha.GotchaType

/** How many rows statements changed: the value that `executeUpdate` returns. */
class RowsChanged : LongComponent(), Audit {
    private var rows = 0L

    override fun start() {
        rows = 0
    }

    fun outgoing(result: Int) {
        rows = result.toLong()
    }

    override fun stop() = record(rows)

    companion object TYPE : ComponentType<RowsChanged>("rows_changed", "Rows that statements changed", Quantity.COUNT, ::RowsChanged)
}

/** Measures everything that a JDBC driver executes. */
private val jdbc = GotchaType.of("jdbc_gotcha", "Calls of a JDBC driver")
    .wrap(bundle<WallClock, RowsChanged>(), "java.sql.Statement.execute*", "java.sql.PreparedStatement.execute*")

private val database = bundle<WallClock> { add(jdbc) }

/**
 * Uses a database and sees every statement without any support from the driver or pool: `JdbcCallsKt jdbc:h2:mem:`, with the driver of your
 * choice on the class path.
 */
fun main(arguments: Array<String>) {
    DriverManager.getConnection(arguments.firstOrNull() ?: "jdbc:h2:mem:").use { connection ->
        database.measure("orders") { workOn(connection) }
        connection.createStatement().use { it.execute("drop table orders") } // outside the region: not seen
    }
}

private fun workOn(connection: Connection) {
    connection.createStatement().use { it.execute("create table orders(id int primary key, amount int not null)") }
    connection.prepareStatement("insert into orders values (?, ?)").use { insert ->
        for (id in 1..1000) {
            insert.setInt(1, id)
            insert.setInt(2, id % 10)
            insert.executeUpdate()
        }
    }
    connection.createStatement().use { statement ->
        statement.executeQuery("select sum(amount) from orders").use { sums ->
            sums.next()
            println("sum ${sums.getInt(1)}")
        }
        println("changed ${statement.executeUpdate("update orders set amount = amount + 1 where amount < 3")}")
        try {
            statement.executeUpdate("insert into orders values (1, 1)")
        } catch (failure: SQLException) {
            println("refused ${failure.sqlState}")
        }
    }
}
