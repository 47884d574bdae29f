// Checks gpu/*.kt against CUPTI's profiler headers, which are C++, version 13.

#include <cuda.h>
#include <cupti.h>
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <stddef.h>

#define SAME(a, b) static_assert((a) == (b), #a " is not " #b)
#define AT(type, field, offset) SAME(offsetof(type, field), offset)
#define STRUCT(type, bytes) SAME(type##_STRUCT_SIZE, bytes); AT(type, structSize, 0); AT(type, pPriv, 8)

STRUCT(CUpti_Profiler_Initialize_Params, 16);
STRUCT(CUpti_Profiler_DeviceSupported_Params, 52);
AT(CUpti_Profiler_DeviceSupported_Params, cuDevice, 16);
AT(CUpti_Profiler_DeviceSupported_Params, isSupported, 20);
AT(CUpti_Profiler_DeviceSupported_Params, architecture, 24);
AT(CUpti_Profiler_DeviceSupported_Params, sli, 28);
AT(CUpti_Profiler_DeviceSupported_Params, vGpu, 32);
AT(CUpti_Profiler_DeviceSupported_Params, confidentialCompute, 36);
AT(CUpti_Profiler_DeviceSupported_Params, cmp, 40);
AT(CUpti_Profiler_DeviceSupported_Params, wsl, 44);
AT(CUpti_Profiler_DeviceSupported_Params, api, 48);
SAME(CUPTI_PROFILER_CONFIGURATION_SUPPORTED, 3);
SAME(CUPTI_PROFILER_RANGE_PROFILING, 0);
SAME(CUPTI_PROFILER_PC_SAMPLING, 1);
STRUCT(CUpti_Device_GetChipName_Params, 32);
AT(CUpti_Device_GetChipName_Params, deviceIndex, 16);
AT(CUpti_Device_GetChipName_Params, pChipName, 24);
STRUCT(CUpti_Profiler_GetCounterAvailability_Params, 40);
AT(CUpti_Profiler_GetCounterAvailability_Params, ctx, 16);
AT(CUpti_Profiler_GetCounterAvailability_Params, counterAvailabilityImageSize, 24);
AT(CUpti_Profiler_GetCounterAvailability_Params, pCounterAvailabilityImage, 32);

STRUCT(CUpti_Profiler_Host_Initialize_Params, 48);
AT(CUpti_Profiler_Host_Initialize_Params, profilerType, 16);
AT(CUpti_Profiler_Host_Initialize_Params, pChipName, 24);
AT(CUpti_Profiler_Host_Initialize_Params, pCounterAvailabilityImage, 32);
AT(CUpti_Profiler_Host_Initialize_Params, pHostObject, 40);
SAME(CUPTI_PROFILER_TYPE_RANGE_PROFILER, 0);
STRUCT(CUpti_Profiler_Host_Deinitialize_Params, 24);
AT(CUpti_Profiler_Host_Deinitialize_Params, pHostObject, 16);
STRUCT(CUpti_Profiler_Host_GetBaseMetrics_Params, 48);
AT(CUpti_Profiler_Host_GetBaseMetrics_Params, pHostObject, 16);
AT(CUpti_Profiler_Host_GetBaseMetrics_Params, metricType, 24);
AT(CUpti_Profiler_Host_GetBaseMetrics_Params, ppMetricNames, 32);
AT(CUpti_Profiler_Host_GetBaseMetrics_Params, numMetrics, 40);
SAME(CUPTI_METRIC_TYPE_COUNTER, 0);
SAME(CUPTI_METRIC_TYPE_THROUGHPUT, 2);
SAME(CUPTI_METRIC_TYPE__COUNT, 3);
STRUCT(CUpti_Profiler_Host_GetMetricProperties_Params, 60);
AT(CUpti_Profiler_Host_GetMetricProperties_Params, pHostObject, 16);
AT(CUpti_Profiler_Host_GetMetricProperties_Params, pMetricName, 24);
AT(CUpti_Profiler_Host_GetMetricProperties_Params, pDescription, 32);
AT(CUpti_Profiler_Host_GetMetricProperties_Params, pDimUnit, 48);
AT(CUpti_Profiler_Host_GetMetricProperties_Params, metricType, 56);
STRUCT(CUpti_Profiler_Host_ConfigAddMetrics_Params, 40);
AT(CUpti_Profiler_Host_ConfigAddMetrics_Params, pHostObject, 16);
AT(CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames, 24);
AT(CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics, 32);
STRUCT(CUpti_Profiler_Host_GetConfigImageSize_Params, 32);
AT(CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize, 24);
STRUCT(CUpti_Profiler_Host_GetConfigImage_Params, 40);
AT(CUpti_Profiler_Host_GetConfigImage_Params, configImageSize, 24);
AT(CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage, 32);
STRUCT(CUpti_Profiler_Host_GetNumOfPasses_Params, 40);
AT(CUpti_Profiler_Host_GetNumOfPasses_Params, configImageSize, 16);
AT(CUpti_Profiler_Host_GetNumOfPasses_Params, pConfigImage, 24);
AT(CUpti_Profiler_Host_GetNumOfPasses_Params, numOfPasses, 32);
STRUCT(CUpti_Profiler_Host_EvaluateToGpuValues_Params, 72);
AT(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pHostObject, 16);
AT(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pCounterDataImage, 24);
AT(CUpti_Profiler_Host_EvaluateToGpuValues_Params, counterDataImageSize, 32);
AT(CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex, 40);
AT(CUpti_Profiler_Host_EvaluateToGpuValues_Params, ppMetricNames, 48);
AT(CUpti_Profiler_Host_EvaluateToGpuValues_Params, numMetrics, 56);
AT(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues, 64);

STRUCT(CUpti_RangeProfiler_Enable_Params, 32);
AT(CUpti_RangeProfiler_Enable_Params, ctx, 16);
AT(CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject, 24);
STRUCT(CUpti_RangeProfiler_Disable_Params, 24);
AT(CUpti_RangeProfiler_Disable_Params, pRangeProfilerObject, 16);
STRUCT(CUpti_RangeProfiler_Start_Params, 24);
AT(CUpti_RangeProfiler_Start_Params, pRangeProfilerObject, 16);
STRUCT(CUpti_RangeProfiler_Stop_Params, 41);
AT(CUpti_RangeProfiler_Stop_Params, pRangeProfilerObject, 16);
AT(CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted, 40);
STRUCT(CUpti_RangeProfiler_PushRange_Params, 32);
AT(CUpti_RangeProfiler_PushRange_Params, pRangeProfilerObject, 16);
AT(CUpti_RangeProfiler_PushRange_Params, pRangeName, 24);
STRUCT(CUpti_RangeProfiler_PopRange_Params, 24);
AT(CUpti_RangeProfiler_PopRange_Params, pRangeProfilerObject, 16);
STRUCT(CUpti_RangeProfiler_DecodeData_Params, 32);
AT(CUpti_RangeProfiler_DecodeData_Params, pRangeProfilerObject, 16);
AT(CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped, 24);
STRUCT(CUpti_RangeProfiler_GetCounterDataSize_Params, 64);
AT(CUpti_RangeProfiler_GetCounterDataSize_Params, pRangeProfilerObject, 16);
AT(CUpti_RangeProfiler_GetCounterDataSize_Params, pMetricNames, 24);
AT(CUpti_RangeProfiler_GetCounterDataSize_Params, numMetrics, 32);
AT(CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumOfRanges, 40);
AT(CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumRangeTreeNodes, 48);
AT(CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize, 56);
STRUCT(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, 40);
AT(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pRangeProfilerObject, 16);
AT(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, counterDataSize, 24);
AT(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pCounterData, 32);
STRUCT(CUpti_RangeProfiler_GetCounterDataInfo_Params, 40);
AT(CUpti_RangeProfiler_GetCounterDataInfo_Params, pCounterDataImage, 16);
AT(CUpti_RangeProfiler_GetCounterDataInfo_Params, counterDataImageSize, 24);
AT(CUpti_RangeProfiler_GetCounterDataInfo_Params, numTotalRanges, 32);
STRUCT(CUpti_RangeProfiler_SetConfig_Params, 90);
AT(CUpti_RangeProfiler_SetConfig_Params, pRangeProfilerObject, 16);
AT(CUpti_RangeProfiler_SetConfig_Params, configSize, 24);
AT(CUpti_RangeProfiler_SetConfig_Params, pConfig, 32);
AT(CUpti_RangeProfiler_SetConfig_Params, counterDataImageSize, 40);
AT(CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage, 48);
AT(CUpti_RangeProfiler_SetConfig_Params, range, 56);
AT(CUpti_RangeProfiler_SetConfig_Params, replayMode, 60);
AT(CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass, 64);
AT(CUpti_RangeProfiler_SetConfig_Params, numNestingLevels, 72);
AT(CUpti_RangeProfiler_SetConfig_Params, minNestingLevel, 74);
AT(CUpti_RangeProfiler_SetConfig_Params, passIndex, 80);
AT(CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel, 88);
SAME(CUPTI_AutoRange, 1);
SAME(CUPTI_UserRange, 2);
SAME(CUPTI_KernelReplay, 2);
SAME(CUPTI_UserReplay, 3);
SAME(CUPTI_ERROR_INVALID_METRIC_NAME, 17);
SAME(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, 35);

AT(CUpti_CallbackData, callbackSite, 0);
AT(CUpti_CallbackData, functionParams, 16);
AT(CUpti_CallbackData, functionReturnValue, 24);
AT(CUpti_CallbackData, symbolName, 32);
AT(CUpti_CallbackData, context, 40);
AT(cuLaunchKernel_params, hStream, 40);
AT(cuLaunchCooperativeKernel_params, hStream, 40);
AT(cuLaunchKernelEx_params, config, 0);
AT(CUlaunchConfig, hStream, 32);
SAME(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2, 5);
SAME(CUPTI_API_ENTER, 0);
SAME(CUPTI_API_EXIT, 1);
SAME(CUPTI_CB_DOMAIN_DRIVER_API, 1);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunch, 115);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchGrid, 116);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchGridAsync, 117);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, 307);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz, 442);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel, 477);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz, 478);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernelMultiDevice, 480);
SAME(CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch, 514);
SAME(CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz, 515);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, 652);
SAME(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz, 653);

#define SAMPLING(type, bytes) SAME(type##Size, bytes); AT(type, size, 0); AT(type, pPriv, 8); AT(type, ctx, 16)
SAMPLING(CUpti_PCSamplingEnableParams, 24);
SAMPLING(CUpti_PCSamplingDisableParams, 24);
SAMPLING(CUpti_PCSamplingStartParams, 24);
SAMPLING(CUpti_PCSamplingStopParams, 24);
SAMPLING(CUpti_PCSamplingGetNumStallReasonsParams, 32);
AT(CUpti_PCSamplingGetNumStallReasonsParams, numStallReasons, 24);
SAMPLING(CUpti_PCSamplingGetStallReasonsParams, 48);
AT(CUpti_PCSamplingGetStallReasonsParams, numStallReasons, 24);
AT(CUpti_PCSamplingGetStallReasonsParams, stallReasonIndex, 32);
AT(CUpti_PCSamplingGetStallReasonsParams, stallReasons, 40);
SAMPLING(CUpti_PCSamplingConfigurationInfoParams, 40);
AT(CUpti_PCSamplingConfigurationInfoParams, numAttributes, 24);
AT(CUpti_PCSamplingConfigurationInfoParams, pPCSamplingConfigurationInfo, 32);
SAME(sizeof(CUpti_PCSamplingConfigurationInfo), 32);
AT(CUpti_PCSamplingConfigurationInfo, attributeType, 0);
AT(CUpti_PCSamplingConfigurationInfo, attributeData, 8);
SAMPLING(CUpti_PCSamplingGetDataParams, 32);
AT(CUpti_PCSamplingGetDataParams, pcSamplingData, 24);
SAME(sizeof(CUpti_PCSamplingData), 80);
AT(CUpti_PCSamplingData, collectNumPcs, 8);
AT(CUpti_PCSamplingData, droppedSamples, 24);
AT(CUpti_PCSamplingData, totalNumPcs, 32);
AT(CUpti_PCSamplingData, remainingNumPcs, 40);
AT(CUpti_PCSamplingData, pPcData, 56);
AT(CUpti_PCSamplingData, hardwareBufferFull, 72);
SAME(sizeof(CUpti_PCSamplingPCData), 64);
AT(CUpti_PCSamplingPCData, size, 0);
AT(CUpti_PCSamplingPCData, functionName, 32);
AT(CUpti_PCSamplingPCData, stallReasonCount, 40);
AT(CUpti_PCSamplingPCData, stallReason, 48);
SAME(sizeof(CUpti_PCSamplingStallReason), 8);
AT(CUpti_PCSamplingStallReason, pcSamplingStallReasonIndex, 0);
AT(CUpti_PCSamplingStallReason, samples, 4);
SAME(CUPTI_STALL_REASON_STRING_SIZE, 128);
SAME(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE, 5);
SAME(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL, 6);
SAME(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_OUTPUT_DATA_FORMAT, 7);
SAME(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER, 8);
SAME(CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS, 1);
SAME(CUPTI_PC_SAMPLING_OUTPUT_DATA_FORMAT_PARSED, 1);

int main() { return 0; }
