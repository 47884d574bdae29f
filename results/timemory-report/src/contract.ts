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
  /** What stands in a file that `timemory roofline ert` wrote, where one was at hand; left out where not. */
  ert?: string;
  /** Of what a running process sent, which the page asks again and again; left out of a file. */
  live?: LiveData | null;
}

export interface LiveData {
  /** Which session of which process it is. */
  session: string;
  /** Grows from moment to moment of a session. */
  number: number;
  /** When it was, in milliseconds since 1970. */
  at: number;
  /** Whether slow laps are kept, which have a page of their own. */
  slow?: boolean;
  /** What can be downloaded. */
  formats: { id: string; description: string }[];
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
  /** What was read of the process at intervals; left out where nothing was. */
  overTime?: OverTimeData | null;
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
  /** How the processes differ whose results these are; left out where they are of one. */
  ranks?: RanksData | null;
}

/** What each process had at a node is one number; these are statistics of those numbers, each with an entry for each node. */
export interface RanksData {
  /** How many processes there are. */
  of: number;
  /** Where tasks are compared, and not processes: how many there were in all. */
  tasks?: Values;
  /** How many of them recorded anything at the node; what follows is of those, but for `imbalance` and `lost`. */
  count: Values;
  min: Values;
  minRank: Values;
  max: Values;
  maxRank: Values;
  mean: Values;
  median?: Values;
  stddev: Values;
  /** By how many percent the largest is above the mean of all processes. */
  imbalance: Values;
  /** What all processes lose by waiting for the slowest: the largest less the mean of all, times their number. */
  lost: Values;
  /** By node index, what each process had, where that was kept. */
  values: Record<string, StripData> | null;
}

/** The process `ranks[i]` had `values[i]`. */
export interface StripData {
  ranks: number[];
  values: number[];
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
  /** Nanoseconds of it in which a coroutine was not suspended; `null` where it is of none. Left out where all are. */
  active?: Values;
  /** Index of the event that it ran concurrently with, and which launched it; -1 where there is none. Left out where there is none at all. */
  launcher?: number[];
  /** When coroutines of events were not suspended, by event and then by time. Left out if that was not recorded. */
  slices?: SlicesData | null;
}

/** Times in which an event ran; between two of them it was suspended. */
export interface SlicesData {
  /** Index of the event. */
  event: number[];
  /** Nanoseconds. */
  start: number[];
  /** Nanoseconds. */
  duration: number[];
  /** Index into `threads` of the run: where it ran; -1 if that is not known. */
  thread: number[];
}

/** Rows over time, each with an entry in every array. */
export interface OverTimeData {
  /** Nanoseconds after measuring began. */
  begin: number[];
  /** Nanoseconds after measuring began. */
  end: number[];
  series: OverTimeSeries[];
}

export interface OverTimeSeries {
  name: string;
  /** Display unit. */
  unit: string;
  factor: number;
  precision: number;
  /** What there was on average, or what was added in a second. */
  value: Values;
  /** Of all readings of the row; `null` where that says nothing. */
  min: Values;
  max: Values;
}
