package readme.gotchas

import timemory.*
import timemory.jvm.gotcha.*

class RowsChanged : LongTracker() {
    companion object : ComponentType<RowsChanged>("rows_changed", "Rows that statements changed", Quantity.COUNT, ::RowsChanged)
}

// ---- what the README shows

class JdbcGotcha : Gotcha() {
    companion object : GotchaType<JdbcGotcha>("jdbc_gotcha", "Calls of a JDBC driver", ::JdbcGotcha) {
        init { wrap(bundle<WallClock, RowsChanged>(), "java.sql.Statement.execute*", "java.sql.PreparedStatement.execute*") }
    }
}
