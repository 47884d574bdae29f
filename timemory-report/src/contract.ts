/**
 * The data that a writer puts into the page. One entry per node in every array of a component; `null` where a node has no value.
 * Values are raw: `raw / factor` is the value in the component's display unit.
 */
export interface ReportData {
  format: 'timemory-report';
  version: 1;
  title: string;
  metadata: [key: string, value: string][];
  /** One run, or two for a comparison: the baseline first. */
  runs: RunData[];
}

export interface RunData {
  name: string;
  strings: string[];
  threads: string[];
  components: ComponentData[];
  nodes: NodesData;
  timeline: TimelineData | null;
  /** What GPUs did, on a track for each of their streams; left out where nothing is known of it. */
  gpu?: TimelineData | null;
}

export interface NodesData {
  /** Index into `strings`. */
  label: number[];
  /** Index of the parent node, -1 for a root; a parent comes before its children. */
  parent: number[];
  /** `null` where a file does not say. */
  laps: Values;
  /** Index or indices into `threads`. */
  thread: (number | number[])[];
  /** Nodes that ran on other threads or in other coroutines, beside the one they hang below: no part of its values. */
  concurrent?: number[];
}

export type Values = (number | null)[];

export interface ComponentData {
  id: string;
  description: string;
  /** Display unit. */
  unit: string;
  factor: number;
  precision: number;
  /** The values of siblings add up: an exclusive value and an icicle make sense. False for peaks and ratios. */
  additive: boolean;
  timing: boolean;
  sum: Values;
  min: Values | null;
  max: Values | null;
  mean: Values | null;
  stddev: Values | null;
  /** Exclusive value. */
  self: Values | null;
  /** Share, 0 to 1, of the value that is overhead. */
  cost: Values | null;
  percentiles: Record<string, Values> | null;
  /** By node index. */
  histograms: Record<string, HistogramData> | null;
}

/** `counts[i]` values lie between `bounds[i]` and `bounds[i + 1]`. */
export interface HistogramData {
  bounds: number[];
  counts: number[];
}

export interface TimelineData {
  tracks: { name: string; kind: 'thread' | 'coroutine' | 'stream' }[];
  /** Index into `tracks`. */
  track: number[];
  /** Index into `strings`. */
  label: number[];
  /** Nanoseconds. */
  start: number[];
  /** Nanoseconds. */
  duration: number[];
}
