package timemory.internal.callgraph

/**
 * The value of [recording] before the first session: `false` if it is known without a session that measuring is off. The session, with all
 * its settings, then starts when it is first needed (`beginDeferred`).
 */
internal expect val recordsFromStart: Boolean
