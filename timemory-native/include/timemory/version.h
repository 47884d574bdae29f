/* The version of this library, and of the timemory interface it implements. */
#ifndef TIMEMORY_VERSION_H
#define TIMEMORY_VERSION_H

/* The timemory version whose interface this is. */
#define TIMEMORY_VERSION_MAJOR 3
#define TIMEMORY_VERSION_MINOR 3
#define TIMEMORY_VERSION_PATCH 0
#define TIMEMORY_VERSION_STRING "3.3.0"
#define TIMEMORY_VERSION 30300

/* This library. */
#define TIMEMORY_LIBRARY_VERSION_STRING "0.2.0"

#endif
