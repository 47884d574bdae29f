import type { ComponentData, Values } from '../contract.ts';
import { Paths } from './paths.ts';
import type { Run } from './run.ts';
import { Tree } from './tree.ts';
import { welch } from './welch.ts';

/** What is compared of a component. */
export type Statistic = 'sum' | 'self' | 'mean' | 'max';

/** Both call graphs laid over each other: nodes with the same path of labels are one. */
export interface Comparison {
  tree: Tree;
  label(node: number): string;
  strings: string[];
  labelIndex: Int32Array;
  /** Per run, the first node with this path, or -1. */
  nodeOf: [Int32Array, Int32Array];
  /** Per run, how many nodes have this path. */
  places: [Int32Array, Int32Array];
  /** Nodes that ran concurrently with the one above them, in either run. */
  isConcurrent(node: number): boolean;
  /** Components of both runs by id, the baseline's order first. */
  components: ComparedComponent[];
  laps: [Float64Array, Float64Array];
  /** Both runs' raw values, NaN where there is none. */
  values(component: ComparedComponent, statistic: Statistic): [Float64Array, Float64Array];
}

export interface ComparedComponent {
  id: string;
  unit: string;
  factor: number;
  description: string;
  additive: boolean;
  of: [ComponentData | undefined, ComponentData | undefined];
}

export type Presence = 'both' | 'new' | 'vanished';

export function compareRuns(baseline: Run, current: Run): Comparison {
  const strings: string[] = [];
  const stringIndex = new Map<string, number>();
  const intern = (text: string) => {
    let index = stringIndex.get(text);
    if (index === undefined) stringIndex.set(text, (index = strings.push(text) - 1));
    return index;
  };
  const all = [baseline, current] as const;
  const internedBy = all.map((run) => run.data.strings.map(intern));
  const paths = new Paths();
  const merged = all.map((run, r) => {
    const to = new Int32Array(run.tree.size);
    for (let node = 0; node < to.length; node++) {
      const parent = run.tree.parent[node];
      to[node] = paths.add(parent < 0 ? -1 : to[parent], internedBy[r][run.data.nodes.label[node]]);
    }
    return to;
  });
  const { size } = paths;
  const nodeOf = merged.map((to) => {
    const first = new Int32Array(size).fill(-1);
    for (let node = to.length - 1; node >= 0; node--) first[to[node]] = node;
    return first;
  }) as [Int32Array, Int32Array];
  const places = merged.map((to) => {
    const count = new Int32Array(size);
    for (const node of to) count[node]++;
    return count;
  }) as [Int32Array, Int32Array];
  const concurrent = new Uint8Array(size);
  all.forEach((run, r) => run.data.nodes.concurrent?.forEach((node) => { concurrent[merged[r][node]] = 1; }));
  const laps = merged.map((to, r) => add(to, all[r].data.nodes.laps, size)) as [Float64Array, Float64Array];
  const labelIndex = Int32Array.from(paths.label);

  const values = (component: ComparedComponent, statistic: Statistic) =>
    component.of.map((of, r) => {
      const of0 = of?.[statistic];
      if (!of || !of0) return new Float64Array(size).fill(NaN);
      return (
        statistic === 'mean' ? mean(merged[r], of0, all[r].data.nodes.laps, size)
        : component.additive && statistic !== 'max' ? add(merged[r], of0, size)
        : highest(merged[r], of0, size)
      );
    }) as [Float64Array, Float64Array];

  return {
    tree: new Tree(paths.parent), label: (node) => strings[paths.label[node]], strings, labelIndex, nodeOf, places,
    isConcurrent: (node) => concurrent[node] === 1, components: matchComponents(baseline, current), laps, values,
  };
}

/**
 * How likely a difference of the means of a call as large as that of a node is by chance: Welch's test, which takes calls as independent.
 * Null where a run does not know how its calls spread.
 */
export function chance({ nodeOf, places, laps }: Comparison, component: ComparedComponent, node: number): number | null {
  const samples = component.of.map((of, r) => {
    const place = nodeOf[r][node];
    if (!of || place < 0 || places[r][node] !== 1) return null;
    const mean = of.mean?.[place] ?? null;
    const stddev = of.stddev?.[place] ?? null;
    return mean === null || stddev === null ? null : { mean, stddev, count: laps[r][node] };
  });
  return samples[0] && samples[1] ? welch(samples[0], samples[1]) : null;
}

export function presence(comparison: Comparison, node: number): Presence {
  if (comparison.nodeOf[0][node] < 0) return 'new';
  return comparison.nodeOf[1][node] < 0 ? 'vanished' : 'both';
}

/** A node that one run lacks counts as zero there; null when neither has a value. */
export function difference([before, after]: [Float64Array, Float64Array], node: number): number | null {
  const a = before[node];
  const b = after[node];
  if (Number.isNaN(a) && Number.isNaN(b)) return null;
  return (Number.isNaN(b) ? 0 : b) - (Number.isNaN(a) ? 0 : a);
}

/** The change as a share of the baseline; null without a baseline to divide by. */
export function relativeChange(values: [Float64Array, Float64Array], node: number): number | null {
  const before = values[0][node];
  return before === 0 || Number.isNaN(before) ? null : difference(values, node)! / Math.abs(before);
}

function matchComponents(baseline: Run, current: Run): ComparedComponent[] {
  const ids = new Set([...baseline.data.components, ...current.data.components].map(({ id }) => id));
  return [...ids].map((id) => {
    const of = [baseline, current].map((run) => run.data.components.find((component) => component.id === id));
    const { unit, factor, description, additive } = (of[1] ?? of[0])!;
    return { id, unit, factor, description, additive, of: [of[0], of[1]] };
  });
}

function add(to: Int32Array, values: Values, size: number): Float64Array {
  return gather(to, values, size, (sum, value) => sum + value);
}

function highest(to: Int32Array, values: Values, size: number): Float64Array {
  return gather(to, values, size, Math.max);
}

function gather(to: Int32Array, values: Values, size: number, join: (a: number, b: number) => number): Float64Array {
  const out = new Float64Array(size).fill(NaN);
  values.forEach((value, node) => {
    if (value !== null) out[to[node]] = Number.isNaN(out[to[node]]) ? value : join(out[to[node]], value);
  });
  return out;
}

/** Nodes of one path on several threads have their means weighted by their laps. */
function mean(to: Int32Array, values: Values, laps: Values, size: number): Float64Array {
  const sums = add(to, values.map((value, node) => (value === null || laps[node] === null ? null : value * laps[node])), size);
  const weights = add(to, values.map((value, node) => (value === null ? null : laps[node])), size);
  return sums.map((sum, node) => sum / weights[node]);
}
