package timemory.plot

import timemory.export.internal.part
import timemory.internal.lean.*
import timemory.internal.platform.FileOutput
import timemory.output.ResultFormat

/** Creates a format with plots of each number of each component, written by [write]. */
internal fun ofPictures(id: String, description: String, extension: String, write: (FileOutput, Picture) -> Unit) =
    ResultFormat(id, description, extension, isCompressed = false) { results ->
        Picture.plans(results).map { plan ->
            part(plan.name) { out, settings -> write(out, plan.picture(plan.name, PictureStyle.DEFAULT, settings)) }
        }
    }
