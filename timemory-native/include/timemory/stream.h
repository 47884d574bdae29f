/*
 * Regions of GPU streams: components that measure or mark the work of one stream (cuda_event, nvtx_marker, roctx_marker) are started with
 * the stream, the others without it.
 *
 *     timemory_region* solve = timemory_region_create("solve", "wall_clock,cuda_event");
 *     if (!timemory_region_start_stream(solve, stream)) fprintf(stderr, "%s\n", timemory_error());
 *     multiply<<<blocks, threads, 0, stream>>>(a, b, c);
 *     timemory_region_stop(solve);
 *
 * A stream is a cudaStream_t or CUstream; NULL is the default stream. It must exist until the region ends.
 */
#ifndef TIMEMORY_STREAM_H
#define TIMEMORY_STREAM_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Like timemory_region_start, for a stream. Returns false, with the reason in timemory_error, if none of the region's components accepts a
 * stream.
 */
extern bool timemory_region_start_stream(timemory_region* region, void* stream) TIMEMORY_VISIBLE;

/* Like timemory_bundle_begin, for a stream; stores the number of the record in *id. Returns false in the same case, and if id is NULL. */
extern bool timemory_bundle_begin_stream(timemory_bundle_t bundle, const char* name, void* stream, uint64_t* id) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
