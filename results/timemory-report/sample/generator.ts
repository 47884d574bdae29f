import type { ComponentData, HistogramData, NodesData, OverTimeData, ReportData, RunData, TimelineData, Values } from '../src/contract.ts';
import { randomFrom } from './random.ts';

const VERBS = ['parse', 'load', 'render', 'solve', 'merge', 'index', 'encode', 'fetch', 'sort', 'reduce', 'scan', 'commit'];
const NOUNS = ['Request', 'Matrix', 'Order', 'Page', 'Graph', 'Batch', 'Cache', 'Frame', 'Token', 'Mesh', 'Row', 'Image'];

interface Shape {
  size: number;
  seed: number;
  /** How many of the newest nodes a new one may hang below: small makes deep graphs. */
  reach: number;
  roots: number;
}

interface Graph {
  strings: string[];
  nodes: NodesData;
}

function graphOf({ size, seed, reach, roots }: Shape): Graph {
  const random = randomFrom(seed);
  const strings = VERBS.flatMap((verb) => NOUNS.map((noun) => `com.example.shop.${noun}Service.${verb}${noun}`));
  const nodes: NodesData = { label: [], parent: [], laps: [], thread: [] };
  for (let node = 0; node < size; node++) {
    const parent = node < roots ? -1 : Math.max(node - 1 - Math.floor(random() ** 3 * Math.min(node, reach)), 0);
    nodes.parent.push(parent);
    nodes.label.push(node === 0 ? strings.push('main') - 1 : Math.floor(random() * VERBS.length * NOUNS.length));
    nodes.laps.push(1 + Math.floor(random() ** 6 * 20_000));
    nodes.thread.push(node % 7 === 3 ? [1, 2] : 0);
  }
  return { strings, nodes };
}

/** Exclusive values drawn at random, inclusive ones summed up from them. */
function inclusiveOf(parent: number[], self: number[]): number[] {
  const sum = self.slice();
  for (let node = sum.length - 1; node >= 0; node--) if (parent[node] >= 0) sum[parent[node]] += sum[node];
  return sum;
}

const round = (values: number[]) => values.map(Math.round);

function additive(graph: Graph, random: () => number, base: Pick<ComponentData, 'id' | 'description' | 'unit' | 'factor' | 'precision' | 'timing'>, scale: number): ComponentData {
  const { parent } = graph.nodes;
  const laps = graph.nodes.laps as number[];
  const self = parent.map(() => Math.floor(random() ** 4 * scale));
  const sum = inclusiveOf(parent, self);
  const mean = sum.map((value, node) => value / laps[node]);
  return {
    ...base,
    additive: true,
    sum,
    self,
    mean: round(mean),
    min: round(mean.map((value) => value * 0.4)),
    max: round(mean.map((value) => value * 3)),
    stddev: round(mean.map((value) => value * 0.3)),
    cost: base.timing ? sum.map((value, node) => Math.round(Math.min(1, (laps[node] * 40) / Math.max(value, 1)) * 1e4) / 1e4) : null,
    percentiles: base.timing ? { p50: round(mean.map((value) => value * 0.9)), p90: round(mean.map((value) => value * 1.6)), p99: round(mean.map((value) => value * 2.6)) } : null,
    histograms: null,
  };
}

function peak(graph: Graph, random: () => number): ComponentData {
  const { parent } = graph.nodes;
  const rise = inclusiveOf(parent, parent.map(() => Math.floor(random() * 64) * 4096));
  const nothing: Values = parent.map((_, node) => (node % 11 === 5 ? null : rise[node]));
  return { id: 'peak_rss', description: 'highest resident set', unit: 'MB', factor: 1e6, precision: 3, additive: false, timing: false, sum: nothing, min: null, max: nothing, mean: null, stddev: null, self: null, cost: null, percentiles: null, histograms: null };
}

function histogramOf(mean: number, laps: number): HistogramData {
  const bounds = Array.from({ length: 21 }, (_, i) => Math.round(mean * 0.4 * 1.12 ** i));
  const counts = bounds.slice(1).map((_, i) => Math.round(laps * Math.exp(-(((i - 8) / 3) ** 2)) * 0.2));
  return { bounds, counts };
}

const WALL = { id: 'wall_clock', description: 'elapsed time', unit: 'sec', factor: 1e9, precision: 3, timing: true };
const CPU = { id: 'cpu_clock', description: 'processor time of user and kernel', unit: 'sec', factor: 1e9, precision: 3, timing: true };

function runOf(name: string, shape: Shape, slower = 1): RunData {
  const graph = graphOf(shape);
  const random = randomFrom(shape.seed + 1);
  const components = [additive(graph, random, WALL, 4e7 * slower), additive(graph, random, CPU, 3e7), peak(graph, random)];
  return { name, strings: graph.strings, threads: ['main', 'worker-1', 'worker-2'], components, nodes: graph.nodes, timeline: null };
}

function withHistograms(run: RunData): RunData {
  const wall = run.components[0];
  wall.histograms = Object.fromEntries(run.nodes.laps.map((laps, node) => [String(node), histogramOf(wall.mean![node]!, laps!)]));
  return run;
}

/** Every node of the run once on its thread, and tasks that hop over two coroutine tracks. */
function timelineOf(run: RunData, seed: number): TimelineData {
  const random = randomFrom(seed);
  const timeline: TimelineData = {
    tracks: [
      { name: 'main', kind: 'thread' },
      { name: 'worker-1', kind: 'thread' },
      { name: 'checkout#1', kind: 'coroutine' },
      { name: 'checkout#2', kind: 'coroutine' },
    ],
    track: [], label: [], start: [], duration: [], active: [], launcher: [],
  };
  const add = (track: number, label: number, start: number, duration: number, active: number | null = null, launcher = -1) => {
    timeline.track.push(track);
    timeline.label.push(label);
    timeline.start.push(Math.round(start));
    timeline.duration.push(Math.round(duration));
    timeline.active!.push(active);
    timeline.launcher!.push(launcher);
  };
  const wall = run.components[0].sum as number[];
  const begin: number[] = [];
  const used: number[] = [];
  let rootsEnd = 0;
  run.nodes.parent.forEach((parent, node) => {
    begin[node] = parent < 0 ? rootsEnd : begin[parent] + used[parent];
    used[node] = 0;
    if (parent < 0) rootsEnd += wall[node];
    else used[parent] += wall[node];
    add(0, run.nodes.label[node], begin[node], wall[node]);
  });
  for (let track = 1; track < 4; track++) {
    for (let at = random() * rootsEnd * 0.05; at < rootsEnd; ) {
      const length = Math.min(rootsEnd * (0.005 + random() * 0.03), rootsEnd - at);
      const label = Math.floor(random() * run.strings.length);
      const launcher = track === 1 && random() < 0.5 ? Math.floor(random() * run.nodes.parent.length) : -1;
      const isInside = launcher >= 0 && timeline.start[launcher] <= at && timeline.start[launcher] + timeline.duration[launcher] > at;
      add(track, label, at, length, track > 1 ? Math.round(length * random()) : null, isInside ? launcher : -1);
      add(track, Math.floor(random() * run.strings.length), at + length * 0.2, length * 0.5);
      at += length * (1.1 + random());
    }
  }
  return timeline;
}

/** Memory that grows and is given back, and how many processors were at work; with a pause in the midst. */
function overTimeOf(seed: number, { start, duration }: TimelineData): OverTimeData {
  const random = randomFrom(seed);
  const rows = Array.from({ length: 300 }, (_, row) => row);
  const row = Math.round(start.reduce((end, at, i) => Math.max(end, at + duration[i]), 0) / 320);
  const begin = rows.map((number) => number * row + (number < 200 ? 0 : 20 * row));
  const resident = rows.map((row) => Math.round(80e6 + 1e6 * (row % 60) + random() * 4e6));
  const none: Values = rows.map(() => null);
  return {
    begin,
    end: begin.map((time) => time + row),
    series: [
      { name: 'page_rss', unit: 'MB', factor: 1e6, precision: 3, value: resident, min: resident.map((value) => value - 2e6), max: resident.map((value) => value + 3e6) },
      { name: 'cpu_clock', unit: 'processors', factor: 1, precision: 3, value: rows.map((row) => (row === 50 ? null : random() * 4)), min: none, max: none },
    ],
  };
}

function reportOf(title: string, runs: RunData[]): ReportData {
  const metadata: [string, string][] = [
    ['program', title],
    ['elapsed seconds', '4.9'],
    ['cpu seconds', '0.17'],
    ['threads', '8'],
    ['host', 'build-17 (16 processors)'],
    ['memory', '24684084 kB'],
    ['runtime', 'OpenJDK 21.0.4, Kotlin 2.2.0'],
    ['started', '2026-03-14T09:26:53Z'],
    ['settings', 'TIMEMORY_COMPONENTS=wall_clock,cpu_clock,peak_rss TIMEMORY_ADD_PERCENTILES=true'],
  ];
  return { format: 'timemory-report', version: 1, title, metadata, runs };
}

export function smallReport(): ReportData {
  const run = withHistograms(runOf('order-service', { size: 60, seed: 7, reach: 12, roots: 2 }));
  run.timeline = timelineOf(run, 9);
  run.overTime = overTimeOf(13, run.timeline);
  return reportOf('order-service', [run]);
}

/** Results of 64 processes, some of which have more to do. */
export function ranksReport(): ReportData {
  const run = runOf('64 processes', { size: 40, seed: 5, reach: 8, roots: 1 });
  const random = randomFrom(17);
  const processes = 64;
  const [wall] = run.components;
  const values = wall.sum.map((sum, node) => Array.from({ length: processes }, (_, rank) => (sum! / processes) * (0.9 + 0.2 * random() + (node % 3 === 0 && rank % 16 === 7 ? 1.5 : 0))));
  const each = (of: (values: number[]) => number): Values => values.map(of);
  const mean = (of: number[]) => of.reduce((a, b) => a + b) / of.length;
  wall.sum = each((of) => mean(of) * processes);
  wall.ranks = {
    of: processes, count: each((of) => of.length), min: each((of) => Math.min(...of)), minRank: each((of) => of.indexOf(Math.min(...of))),
    max: each((of) => Math.max(...of)), maxRank: each((of) => of.indexOf(Math.max(...of))), mean: each(mean), stddev: each(() => 0),
    imbalance: each((of) => 100 * (Math.max(...of) / mean(of) - 1)), lost: each((of) => (Math.max(...of) - mean(of)) * of.length),
    values: Object.fromEntries(values.map((of, node) => [String(node), { ranks: [...of.keys()], values: of }])),
  };
  return reportOf('64 processes', [run]);
}

const count = (id: string, unit: string, sum: Values): ComponentData => ({
  id, description: id, unit, factor: 1, precision: 0, additive: true, timing: false, sum, min: null, max: null, mean: null, stddev: null, self: null, cost: null, percentiles: null, histograms: null,
});

/** Regions that compute, and roofs that they are below. */
export function rooflineReport(): ReportData {
  const run = runOf('solver', { size: 24, seed: 31, reach: 6, roots: 2 });
  const random = randomFrom(37);
  const time = run.components[0].sum as number[];
  const flops = time.map((nanoseconds) => Math.round(nanoseconds * (0.2 + 8 * random())));
  run.components.push(
    count('cpu_roofline_dp_flops.flops', 'FLOP', flops),
    count('cpu_roofline_dp_flops.runtime', 'nsec', time),
    count('cpu_roofline_dp_flops.l1_bytes', 'B', flops.map((operations) => Math.round(operations * 12))),
    count('cpu_roofline_dp_flops.dram_bytes', 'B', flops.map((operations) => Math.round(operations * (0.2 + random())))),
  );
  const roofs = [{
    device: 'cpu', machine: 'a processor of 8 cores, 8 threads',
    bandwidths: [{ name: 'L1', perSecond: 9e11 }, { name: 'L2', perSecond: 4e11 }, { name: 'DRAM', perSecond: 4e10 }],
    peaks: [{ name: 'fma f64 256-bit', perSecond: 2.4e11, type: 'f64' }, { name: 'add f64', perSecond: 6e10, type: 'f64' }, { name: 'fma f32 256-bit', perSecond: 4.8e11, type: 'f32' }],
  }];
  return { ...reportOf('solver', [run]), ert: JSON.stringify({ timemory: { ert: { ert: [], roofs } } }) };
}

export function largeReport(size = 100_000): ReportData {
  return reportOf(`${size} nodes`, [runOf('large', { size, seed: 11, reach: 4000, roots: 3 })]);
}

/** The second run is slower, lacks every tenth leaf and has two new regions. */
export function comparisonReport(): ReportData {
  const shape: Shape = { size: 80, seed: 21, reach: 20, roots: 2 };
  const baseline = runOf('before', shape);
  const current = runOf('after', shape, 1.3);
  const leaves = current.nodes.parent.map((_, node) => node).filter((node) => !current.nodes.parent.includes(node));
  const renamed = new Set(leaves.filter((_, i) => i % 10 === 0));
  for (const node of renamed) current.nodes.label[node] = current.strings.push(`com.example.shop.Replacement.step${node}`) - 1;
  return reportOf('before and after', [baseline, current]);
}

export const HOSTILE_LABELS = [
  '<script>window.hostile = true</script>',
  '"><img src=x onerror="window.hostile = true">',
  "'; window.hostile = true; //",
  'plain\u202Egnp.exe\u2066 reversed',
  '</script><h1>escaped</h1><!--',
  '\u0000\u0007 control\nline\ttab',
  'عربى and עברית and 日本語 and 👩‍👩‍👧',
  '__proto__',
  'constructor',
  '',
  '&lt;b&gt; &amp;amp;',
  `long.${'x'.repeat(5000)}middle${'y'.repeat(5000)}.end`,
];

/** Labels that attack the page, and a chain so deep that a recursive walk would end it. */
export function hostileReport(): ReportData {
  const deep = 20_000;
  const size = HOSTILE_LABELS.length + deep;
  const strings = [...HOSTILE_LABELS, 'recursive'];
  const parent = Array.from({ length: size }, (_, node) => (node <= HOSTILE_LABELS.length ? -1 : node - 1));
  const nodes: NodesData = {
    parent,
    label: parent.map((_, node) => Math.min(node, HOSTILE_LABELS.length)),
    laps: parent.map(() => 1),
    thread: parent.map(() => 0),
  };
  const wall = additive({ strings, nodes }, randomFrom(3), WALL, 1e6);
  const run: RunData = { name: HOSTILE_LABELS[0], strings, threads: [HOSTILE_LABELS[1]], components: [{ ...wall, description: HOSTILE_LABELS[0] }], nodes, timeline: { tracks: [{ name: HOSTILE_LABELS[3], kind: 'thread' }], track: [0, 0], label: [0, 11], start: [0, 10], duration: [100, 20] } };
  return { ...reportOf(HOSTILE_LABELS[0], [run]), metadata: [[HOSTILE_LABELS[1], HOSTILE_LABELS[0]]] };
}
