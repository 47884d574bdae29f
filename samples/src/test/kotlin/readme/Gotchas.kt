package readme.gotchas

import kotlin.math.exp
import kotlin.math.sin
import timemory.*
import timemory.jvm.gotcha.*

// ---- what the docs show

class TrigGotcha : Gotcha() {
    companion object TYPE : GotchaType<TrigGotcha>("trig_gotcha", "Measures sines and cosines", ::TrigGotcha) {
        init {
            wrap(bundle<WallClock, CpuClock>(), "java.lang.Math.sin", "java.lang.Math.cos")
        }
    }
}

class ExpGotcha : Gotcha() {
    companion object TYPE : GotchaType<ExpGotcha>("exp_gotcha", "Exponentials of single precision", ::ExpGotcha) {
        init {
            replace("java.lang.Math.exp")
        }

        @JvmStatic
        fun exp(value: Double): Double = kotlin.math.exp(value.toFloat()).toDouble()
    }
}

private val tools = bundle<WallClock, CpuClock, TrigGotcha, ExpGotcha>()

fun main() {
    val main = tools.region("main")
    println(exp(1.0))   // 2.718281828459045
    main.start()
    println(exp(1.0))   // 2.7182817459106445
    println(sin(1.0))
    main.stop()
    println(exp(1.0))   // 2.718281828459045
}

class RowsChanged : LongComponent(), Audit {
    private var rows = 0L
    override fun start() { rows = 0 }
    fun outgoing(result: Int) { rows = result.toLong() }
    override fun stop() = record(rows)
    companion object TYPE : ComponentType<RowsChanged>("rows_changed", "Rows that statements changed", Quantity.COUNT, ::RowsChanged)
}

class JdbcGotcha : Gotcha() {
    companion object TYPE : GotchaType<JdbcGotcha>("jdbc_gotcha", "Calls of a JDBC driver", ::JdbcGotcha) {
        init { wrap(bundle<WallClock, RowsChanged>(), "java.sql.Statement.execute*", "java.sql.PreparedStatement.execute*") }
    }
}
