package timemory.internal.callgraph

import timemory.results.ResultsListener
import timemory.spi.SessionListener

/** The program's callbacks for one session. */
internal class SessionActions(val listener: SessionListener, val resultsListeners: List<ResultsListener>)
