// Checks gpu/*.kt against CUDA's headers, version 13.

#include <cuda.h>
#include <cupti.h>
#include <nvtx3/nvToolsExt.h>
#include <stddef.h>

#define SAME(a, b) _Static_assert((a) == (b), #a " is not " #b)
#define RECORD(type, start_, device_, stream_, correlation_) \
    SAME(offsetof(type, kind), 0);                           \
    SAME(offsetof(type, start), start_);                     \
    SAME(offsetof(type, end), start_ + 8);                   \
    SAME(offsetof(type, deviceId), device_);                 \
    SAME(offsetof(type, streamId), stream_);                 \
    SAME(offsetof(type, correlationId), correlation_)
#define KERNEL(type)              \
    RECORD(type, 16, 40, 48, 92); \
    SAME(offsetof(type, name), 104)
#define COPY(type, correlation)            \
    RECORD(type, 16, 32, 40, correlation); \
    SAME(offsetof(type, copyKind), 4);     \
    SAME(sizeof(((type*)0)->copyKind), 1)

KERNEL(CUpti_ActivityKernel4);
KERNEL(CUpti_ActivityKernel5);
KERNEL(CUpti_ActivityKernel6);
KERNEL(CUpti_ActivityKernel7);
KERNEL(CUpti_ActivityKernel8);
KERNEL(CUpti_ActivityKernel9);
KERNEL(CUpti_ActivityKernel10);
COPY(CUpti_ActivityMemcpy4, 44);
COPY(CUpti_ActivityMemcpy5, 44);
COPY(CUpti_ActivityMemcpy6, 44);
COPY(CUpti_ActivityMemcpyPtoP3, 60);
COPY(CUpti_ActivityMemcpyPtoP4, 60);
RECORD(CUpti_ActivityMemset3, 16, 32, 40, 44);
RECORD(CUpti_ActivityMemset4, 16, 32, 40, 44);
#define WAIT(record)                           \
    SAME(offsetof(record, type), 4);           \
    SAME(offsetof(record, start), 8);          \
    SAME(offsetof(record, end), 16);           \
    SAME(offsetof(record, correlationId), 24); \
    SAME(offsetof(record, streamId), 32)
WAIT(CUpti_ActivitySynchronization);
WAIT(CUpti_ActivitySynchronization2);
SAME(offsetof(CUpti_ActivityAPI, cbid), 4);
SAME(offsetof(CUpti_ActivityAPI, start), 8);
SAME(offsetof(CUpti_ActivityAPI, end), 16);
SAME(offsetof(CUpti_ActivityAPI, correlationId), 32);
SAME(offsetof(CUpti_ActivityExternalCorrelation, externalKind), 4);
SAME(offsetof(CUpti_ActivityExternalCorrelation, externalId), 8);
SAME(offsetof(CUpti_ActivityExternalCorrelation, correlationId), 16);

SAME(CUPTI_ACTIVITY_KIND_MEMCPY, 1);
SAME(CUPTI_ACTIVITY_KIND_MEMSET, 2);
SAME(CUPTI_ACTIVITY_KIND_KERNEL, 3);
SAME(CUPTI_ACTIVITY_KIND_DRIVER, 4);
SAME(CUPTI_ACTIVITY_KIND_RUNTIME, 5);
SAME(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, 10);
SAME(CUPTI_ACTIVITY_KIND_MEMCPY2, 22);
SAME(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, 38);
SAME(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, 39);
SAME(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 3);
SAME(CUPTI_CB_DOMAIN_DRIVER_API, 1);
SAME(CUPTI_CB_DOMAIN_RUNTIME_API, 2);
SAME(CUPTI_ACTIVITY_MEMCPY_KIND_HTOD, 1);
SAME(CUPTI_ACTIVITY_MEMCPY_KIND_DTOH, 2);
SAME(CUPTI_ACTIVITY_MEMCPY_KIND_DTOD, 8);
SAME(CUPTI_ACTIVITY_MEMCPY_KIND_PTOP, 10);
SAME(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE, 1);
SAME(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT, 2);
SAME(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE, 3);
SAME(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE, 4);
SAME(CUPTI_SUCCESS, 0);
SAME(CUPTI_ERROR_MAX_LIMIT_REACHED, 12);
SAME(CUPTI_ERROR_QUEUE_EMPTY, 18);
SAME(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED, 1);

SAME(CUDA_SUCCESS, 0);
SAME(CUDA_ERROR_NOT_READY, 600);
SAME(CU_EVENT_DEFAULT, 0);
SAME(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 75);
SAME(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 76);
SAME(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 16);
SAME(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1);
SAME(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 13);
SAME(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 36);
SAME(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 37);
SAME(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 38);
SAME(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 39);
SAME(CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, 79);
SAME(CUDA_ERROR_OUT_OF_MEMORY, 2);

SAME(CU_STREAM_NON_BLOCKING, 1);
SAME(sizeof(CUlaunchConfig), 56);
SAME(offsetof(CUlaunchConfig, gridDimX), 0);
SAME(offsetof(CUlaunchConfig, blockDimX), 12);
SAME(offsetof(CUlaunchConfig, hStream), 32);
SAME(offsetof(CUlaunchConfig, numAttrs), 48);
SAME(sizeof(CUdeviceptr), 8);

SAME(NVTX_VERSION, 3);
SAME(sizeof(nvtxEventAttributes_t), 48);
SAME(offsetof(nvtxEventAttributes_t, version), 0);
SAME(offsetof(nvtxEventAttributes_t, size), 2);
SAME(offsetof(nvtxEventAttributes_t, colorType), 8);
SAME(offsetof(nvtxEventAttributes_t, color), 12);
SAME(offsetof(nvtxEventAttributes_t, messageType), 32);
SAME(offsetof(nvtxEventAttributes_t, message), 40);
SAME(NVTX_COLOR_ARGB, 1);
SAME(NVTX_MESSAGE_TYPE_ASCII, 1);

// The functions take only integers and pointers, and return an int.
#define IS(function, ...) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(function), __VA_ARGS__), #function " has another signature")
IS(cuInit, CUresult(unsigned));
IS(cuCtxGetCurrent, CUresult(CUcontext*));
IS(cuCtxPushCurrent_v2, CUresult(CUcontext));
IS(cuCtxPopCurrent_v2, CUresult(CUcontext*));
IS(cuStreamGetId, CUresult(CUstream, unsigned long long*));
IS(cuEventCreate, CUresult(CUevent*, unsigned));
IS(cuEventRecord, CUresult(CUevent, CUstream));
IS(cuEventElapsedTime_v2, CUresult(float*, CUevent, CUevent));
IS(cuLaunchKernelEx, CUresult(const CUlaunchConfig*, CUfunction, void**, void**));
IS(cuModuleLoadData, CUresult(CUmodule*, const void*));
IS(cuMemcpyHtoD_v2, CUresult(CUdeviceptr, const void*, size_t));
IS(cuMemAlloc_v2, CUresult(CUdeviceptr*, size_t));
IS(cuDeviceGetAttribute, CUresult(int*, CUdevice_attribute, CUdevice));
IS(cuStreamWaitEvent, CUresult(CUstream, CUevent, unsigned));
IS(cuOccupancyMaxActiveBlocksPerMultiprocessor, CUresult(int*, CUfunction, int, size_t));
IS(cuMemGetInfo_v2, CUresult(size_t*, size_t*));
IS(cuptiActivityRegisterCallbacks, CUptiResult(CUpti_BuffersCallbackRequestFunc, CUpti_BuffersCallbackCompleteFunc));
_Static_assert(__builtin_types_compatible_p(CUpti_BuffersCallbackRequestFunc, void (*)(uint8_t**, size_t*, size_t*)),
               "asks for buffers in another way");
_Static_assert(__builtin_types_compatible_p(CUpti_BuffersCallbackCompleteFunc, void (*)(CUcontext, uint32_t, uint8_t*, size_t, size_t)),
               "gives buffers in another way");
IS(cuptiActivityGetNextRecord, CUptiResult(uint8_t*, size_t, CUpti_Activity**));
IS(cuptiActivityGetNumDroppedRecords, CUptiResult(CUcontext, uint32_t, size_t*));
IS(cuptiActivityPushExternalCorrelationId, CUptiResult(CUpti_ExternalCorrelationKind, uint64_t));
IS(cuptiActivityPopExternalCorrelationId, CUptiResult(CUpti_ExternalCorrelationKind, uint64_t*));
IS(cuptiActivityFlushAll, CUptiResult(uint32_t));
IS(cuptiGetCallbackName, CUptiResult(CUpti_CallbackDomain, uint32_t, const char**));

int main(void) { return 0; }
