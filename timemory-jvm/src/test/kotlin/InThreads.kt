package timemory

/** Runs [body] in [count] threads at once, as the tests of timemory-dsl do that are run here too. */
internal fun inThreads(count: Int, body: (Int) -> Unit) {
    val failures = java.util.concurrent.ConcurrentLinkedQueue<Throwable>()
    val threads = List(count) { i ->
        Thread {
            try {
                body(i)
            } catch (failure: Throwable) {
                failures.add(failure)
            }
        }
    }
    threads.forEach { it.start() }
    threads.forEach { it.join() }
    failures.firstOrNull()?.let { throw it }
}
