package timemory.internal.callgraph

import timemory.results.ResultsListener
import timemory.spi.SessionListener

/** What the program has called in one session alone. */
internal class SessionActions(val listener: SessionListener, val resultsListeners: List<ResultsListener>)
