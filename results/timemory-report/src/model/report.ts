import type { ComponentData, LiveData, OverTimeData, RanksData, ReportData, RunData, TimelineData } from '../contract.ts';
import { joinSiblings } from './join.ts';
import { PACKED, unpack } from './packed.ts';
import { countProfiler } from './profiler.ts';
import { Run } from './run.ts';

/** Says what is wrong with the data and where. */
export class ReportError extends Error {}

export interface Report {
  title: string;
  metadata: [string, string][];
  runs: Run[];
  /** What stood in a file of roofs; null where none was at hand. */
  ert: string | null;
  /** Of a process that runs; null where it is of a file. */
  live: LiveData | null;
}

/** The results that a page has in it: JSON, or packed where they are large. */
export async function readReport(text: string | null | undefined): Promise<Report> {
  if (!text?.startsWith(PACKED)) return parseReport(text);
  let data: unknown;
  try {
    data = await unpack(text);
  } catch (error) {
    throw new ReportError(`The packed report data is not complete, perhaps because writing it was interrupted: ${(error as Error).message}`);
  }
  return checkReport(data);
}

export function parseReport(text: string | null | undefined): Report {
  if (!text?.trim()) throw new ReportError('The page contains no report data.');
  if (text.trim().startsWith('__TIMEMORY')) throw new ReportError('This is the empty template: no report data has been written into it.');
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new ReportError(`The report data is not complete JSON, perhaps because writing it was interrupted: ${(error as Error).message}`);
  }
  return checkReport(data);
}

function checkReport(value: unknown): Report {
  const data = value as Partial<ReportData> | null;
  require(data?.format === 'timemory-report', 'format', 'is not "timemory-report"');
  require(data!.version === 1, 'version', `is ${JSON.stringify(data!.version)}: this page reads version 1`);
  const { title, metadata = [], runs, ert = null, live = null } = data as ReportData;
  require(Array.isArray(metadata), 'metadata', 'is not a list');
  require(Array.isArray(runs) && (runs.length === 1 || runs.length === 2), 'runs', 'does not hold one or two runs');
  runs.forEach((run, i) => checkRun(run, `runs[${i}]`));
  require(ert === null || typeof ert === 'string', 'ert', 'is not a text');
  if (live) checkLive(live);
  return { title: String(title ?? 'timemory'), metadata: metadata.map(([key, text]) => [String(key), String(text)]), runs: runs.map((run) => new Run(countProfiler(joinSiblings(run)))), ert, live };
}

function checkLive(live: LiveData) {
  require(isObject(live), 'live', 'is not an object');
  require(typeof live.session === 'string', 'live.session', 'is not a text');
  checkNumbers([live.number, live.at], 2, 'live');
  require(['undefined', 'boolean'].includes(typeof live.slow), 'live.slow', 'is neither true nor false');
  require(Array.isArray(live.formats) && live.formats.every(isObject), 'live.formats', 'is not a list of formats');
  checkTexts(live.formats.flatMap(({ id, description }) => [id, description]), 'live.formats');
}

function checkRun(run: RunData, at: string) {
  require(isObject(run), at, 'is not an object');
  checkTexts(run.strings, `${at}.strings`);
  checkTexts(run.threads, `${at}.threads`);
  require(isObject(run.nodes), `${at}.nodes`, 'is not an object');
  const { label, parent, laps, thread } = run.nodes;
  require(Array.isArray(parent), `${at}.nodes.parent`, 'is not a list');
  const misplaced = parent.findIndex((value, node) => !(Number.isInteger(value) && value >= -1 && value < node));
  require(misplaced < 0, `${at}.nodes.parent[${misplaced}]`, `is ${parent[misplaced]}: a parent comes before its children`);
  checkIndices(label, parent.length, run.strings.length, `${at}.nodes.label`);
  checkNumbers(laps, parent.length, `${at}.nodes.laps`);
  require(Array.isArray(thread) && thread.length === parent.length, `${at}.nodes.thread`, `does not hold ${parent.length} values`);
  const known = (index: number) => index in run.threads;
  const lost = thread.findIndex((value) => !(Array.isArray(value) ? value.every(known) : known(value)));
  require(lost < 0, `${at}.nodes.thread[${lost}]`, `is ${thread[lost]}: there are ${run.threads.length} threads`);
  const { concurrent = [] } = run.nodes;
  checkIndices(concurrent, concurrent.length, parent.length, `${at}.nodes.concurrent`);
  require(Array.isArray(run.components), `${at}.components`, 'is not a list');
  run.components.forEach((component, i) => checkComponent(component, parent.length, `${at}.components[${i}]`));
  if (run.timeline) checkTimeline(run.timeline, run.strings.length, `${at}.timeline`);
  if (run.timeline?.slices) checkSlices(run.timeline, run.threads.length, `${at}.timeline.slices`);
  if (run.gpu) checkTimeline(run.gpu, run.strings.length, `${at}.gpu`);
  if (run.overTime) checkOverTime(run.overTime, `${at}.overTime`);
}

const OPTIONAL = ['min', 'max', 'mean', 'stddev', 'self', 'cost'] as const;

function checkComponent(component: ComponentData, size: number, at: string) {
  require(isObject(component), at, 'is not an object');
  require(typeof component.id === 'string', `${at}.id`, 'is not a text');
  require(component.factor > 0, `${at}.factor`, 'is not above 0');
  require(component.precision >= 0 && component.precision <= 20, `${at}.precision`, 'is not between 0 and 20');
  checkNumbers(component.sum, size, `${at}.sum`);
  for (const name of OPTIONAL) if (component[name]) checkNumbers(component[name], size, `${at}.${name}`);
  for (const [name, values] of Object.entries(component.percentiles ?? {})) checkNumbers(values, size, `${at}.percentiles.${name}`);
  for (const [node, histogram] of Object.entries(component.histograms ?? {})) {
    if (!histogram) continue;
    checkNumbers(histogram.counts, histogram.counts?.length, `${at}.histograms.${node}.counts`);
    checkNumbers(histogram.bounds, histogram.counts.length + 1, `${at}.histograms.${node}.bounds`);
  }
  if (component.ranks) checkRanks(component.ranks, size, `${at}.ranks`);
}

const SPREADS = ['count', 'min', 'minRank', 'max', 'maxRank', 'mean', 'stddev', 'imbalance', 'lost'] as const;

function checkRanks(ranks: RanksData, size: number, at: string) {
  require(isObject(ranks), at, 'is not an object');
  require(Number.isInteger(ranks.of) && ranks.of > 0, `${at}.of`, 'is not above 0');
  for (const name of SPREADS) checkNumbers(ranks[name], size, `${at}.${name}`);
  if (ranks.median) checkNumbers(ranks.median, size, `${at}.median`);
  if (ranks.tasks) checkNumbers(ranks.tasks, size, `${at}.tasks`);
  for (const [node, strip] of Object.entries(ranks.values ?? {})) {
    require(isObject(strip), `${at}.values.${node}`, 'is not an object');
    checkNumbers(strip.values, strip.values?.length, `${at}.values.${node}.values`);
    checkNumbers(strip.ranks, strip.values.length, `${at}.values.${node}.ranks`);
    const wrong = strip.ranks.findIndex((rank, i) => !Number.isInteger(rank) || (i > 0 && rank <= strip.ranks[i - 1]));
    require(wrong < 0, `${at}.values.${node}.ranks[${wrong}]`, 'is no rank above the one before it');
  }
}

function checkTimeline(timeline: TimelineData, strings: number, at: string) {
  const { tracks, track, label, start, duration } = timeline;
  require(Array.isArray(tracks), `${at}.tracks`, 'is not a list');
  require(Array.isArray(track), `${at}.track`, 'is not a list');
  checkIndices(track, track.length, tracks.length, `${at}.track`);
  checkIndices(label, track.length, strings, `${at}.label`);
  checkNumbers(start, track.length, `${at}.start`);
  checkNumbers(duration, track.length, `${at}.duration`);
  if (timeline.active) checkNumbers(timeline.active, track.length, `${at}.active`);
  const { launcher } = timeline;
  if (!launcher) return;
  require(Array.isArray(launcher) && launcher.length === track.length, `${at}.launcher`, `does not hold ${track.length} values`);
  const lost = launcher.findIndex((event) => !Number.isInteger(event) || event < -1 || event >= track.length);
  require(lost < 0, `${at}.launcher[${lost}]`, `is ${launcher[lost]}: there are ${track.length} events`);
}

function checkSlices({ slices, track }: TimelineData, threads: number, at: string) {
  const { event, start, duration, thread } = slices!;
  require(Array.isArray(event), `${at}.event`, 'is not a list');
  checkIndices(event, event.length, track.length, `${at}.event`);
  checkNumbers(start, event.length, `${at}.start`);
  checkNumbers(duration, event.length, `${at}.duration`);
  checkNumbers(thread, event.length, `${at}.thread`);
  const misplaced = event.findIndex((one, i) => i > 0 && (one < event[i - 1] || (one === event[i - 1] && start[i] < start[i - 1] + duration[i - 1])));
  require(misplaced < 0, `${at}.event[${misplaced}]`, 'is of an earlier event or time than the one before it');
  const lost = thread.findIndex((one) => !Number.isInteger(one) || one < -1 || one >= threads);
  require(lost < 0, `${at}.thread[${lost}]`, `is ${thread[lost]}: there are ${threads} threads`);
}

function checkOverTime(data: OverTimeData, at: string) {
  const { begin, end, series } = data;
  require(Array.isArray(end), `${at}.end`, 'is not a list');
  checkNumbers(end, end.length, `${at}.end`);
  checkNumbers(begin, end.length, `${at}.begin`);
  require(Array.isArray(series), `${at}.series`, 'is not a list');
  series.forEach((one, i) => {
    require(isObject(one) && typeof one.name === 'string', `${at}.series[${i}].name`, 'is not a text');
    require(one.factor > 0, `${at}.series[${i}].factor`, 'is not above 0');
    require(one.precision >= 0 && one.precision <= 20, `${at}.series[${i}].precision`, 'is not between 0 and 20');
    for (const name of ['value', 'min', 'max'] as const) checkNumbers(one[name], end.length, `${at}.series[${i}].${name}`);
  });
}

function checkTexts(values: string[], at: string) {
  require(Array.isArray(values), at, 'is not a list');
  const wrong = values.findIndex((value) => typeof value !== 'string');
  require(wrong < 0, `${at}[${wrong}]`, 'is not a text');
}

function checkNumbers(values: (number | null)[], size: number, at: string) {
  require(Array.isArray(values) && values.length === size, at, `does not hold ${size} values`);
  for (let i = 0; i < values.length; i++) if (values[i] !== null && typeof values[i] !== 'number') require(false, `${at}[${i}]`, 'is not a number');
}

function checkIndices(values: number[], size: number, limit: number, at: string) {
  checkNumbers(values, size, at);
  for (let i = 0; i < size; i++) {
    const value = values[i];
    if (!Number.isInteger(value) || value < 0 || value >= limit) require(false, `${at}[${i}]`, `is ${value}: the list it points into has ${limit} entries`);
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function require(condition: boolean, at: string, problem: string) {
  if (!condition) throw new ReportError(`The report data cannot be shown: ${at} ${problem}.`);
}
