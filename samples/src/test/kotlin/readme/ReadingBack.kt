package readme

import kotlinx.serialization.json.Json
import timemory.WallClock
import timemory.export.data.RunData
import timemory.export.data.SavedResults
import timemory.export.data.read
import timemory.export.data.serializer
import timemory.export.data.toData
import timemory.export.data.toResults
import timemory.results.Results

/** Results that were written, read again: docs/formats.md. */
object ReadingBack {
    fun read(): List<Results> {
        val results = Results.read("timemory-output")          // the last run in a directory
        val wall = Results.read("baseline/wall.tree.json.gz")  // one component
        return listOf(results, wall)
    }

    fun data(results: Results): Pair<RunData, Results> {
        val data = SavedResults.readData("timemory-output")   // with metadata and settings, where the directory has them
        val json = results.toData().toJson()                  // or RunData.serializer() and any format of kotlinx.serialization
        val again = RunData.fromJson(json).toResults()
        return data to again
    }

    fun component(wall: WallClock): WallClock {
        val text = Json.encodeToString(WallClock.serializer(), wall)
        val copy = Json.decodeFromString(WallClock.serializer(), text)
        return copy
    }
}
