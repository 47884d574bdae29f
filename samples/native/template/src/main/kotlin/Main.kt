import timemory.*

fun main() {
    measure<WallClock>("primes") {
        val primes = (2..20_000).count { n -> (2 until n).none { n % it == 0 } }
        println("$primes primes")
    }
}
