def fib; fib = { n -> n < 2 ? n : fib(n - 1) + fib(n - 2) }
println fib(20)
def m = [:].withDefault { 0 }
(1..200000).each { m[it % 1000] += it }
println m.size()
println((1..100000).collect { it * 3 }.findAll { it % 2 == 0 }.sum())
def s = new StringBuilder(); 20000.times { s << "line ${it}\n" }; println s.length()
