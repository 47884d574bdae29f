/**
 * A label seen from all its places at once: what it took together, who called it, and what it called. Recursion counts once: a region below
 * one of its own label is part of that one's value, and adds nothing.
 *
 * Both pictures are made of frames merged by label. Callees: the graphs below all outermost places, laid over each other. Callers: the paths
 * from these places up to their roots, laid over each other from the label on; a frame is as wide as what the label took when it was called
 * on that path.
 */
import type { ComponentData, Values } from '../contract.ts';
import { outermost } from './outermost.ts';
import { Paths } from './paths.ts';
import type { Run } from './run.ts';
import { Tree } from './tree.ts';

/** What each label took, over all its places. */
export interface LabelTotals {
  /** Indices into `strings`, those that occur. */
  labels: Int32Array;
  /** By label, as are the others: with everything below, without counting recursion twice; NaN where there is no value. */
  inclusive: Float64Array;
  exclusive: Float64Array;
  laps: Float64Array;
  /** Places in the call graph. */
  places: Int32Array;
  /** By node: whether it is among those that `inclusive` is the sum of. */
  outermost: Uint8Array;
}

export function labelTotals(run: Run, component: ComponentData): LabelTotals {
  const { label, laps } = run.data.nodes;
  const count = run.data.strings.length;
  const marked = outermost(run.stacks, (node) => label[node], count, component.sum);
  const totals: LabelTotals = {
    labels: new Int32Array(0),
    inclusive: new Float64Array(count).fill(NaN),
    exclusive: new Float64Array(count).fill(NaN),
    laps: new Float64Array(count),
    places: new Int32Array(count),
    outermost: marked,
  };
  for (let node = 0; node < label.length; node++) {
    const of = label[node];
    totals.places[of]++;
    totals.laps[of] += laps[node] ?? 0;
    if (marked[node]) add(totals.inclusive, of, component.sum[node]);
    add(totals.exclusive, of, component.self?.[node] ?? null);
  }
  totals.labels = Int32Array.from(totals.places.keys()).filter((of) => totals.places[of] > 0);
  return totals;
}

function add(sums: Float64Array, at: number, value: number | null) {
  if (value !== null) sums[at] = (Number.isNaN(sums[at]) ? 0 : sums[at]) + value;
}

/** Frames that stand for several places each, above or below a label, which is none of them. */
export interface Merged {
  tree: Tree;
  /** Indices into `strings`. */
  label: number[];
  values: Values;
}

/** The label itself. */
const ITSELF = -1;
const OUTSIDE = -2;

/** Makes frames: of each label one next to each frame. */
class Merging {
  private readonly paths = new Paths();
  private readonly values: number[] = [];

  /** Adds to the frame of a label next to another one, and returns it. */
  add(beside: number, label: number, value: number): number {
    const frame = this.paths.add(beside, label);
    this.values[frame] = (this.values[frame] ?? 0) + value;
    return frame;
  }

  merged(): Merged {
    return { tree: new Tree(this.paths.parent), label: this.paths.label, values: this.values };
  }
}

/** What a label called. */
export function calleesOf(run: Run, component: ComponentData, totals: LabelTotals, of: number): Merged {
  const { label } = run.data.nodes;
  const { parent, size } = run.stacks;
  const merging = new Merging();
  const frameOf = new Int32Array(size).fill(OUTSIDE);
  for (let node = 0; node < size; node++) {
    const above = parent[node] < 0 ? OUTSIDE : frameOf[parent[node]];
    if (above !== OUTSIDE) frameOf[node] = merging.add(above, label[node], component.sum[node] ?? 0);
    else if (totals.outermost[node] && label[node] === of) frameOf[node] = ITSELF;
  }
  return merging.merged();
}

/** Who called a label. What ran concurrently was called by the region that it hangs below. */
export function callersOf(run: Run, component: ComponentData, totals: LabelTotals, of: number): Merged {
  const { label } = run.data.nodes;
  const { parent, size } = run.tree;
  const merging = new Merging();
  // Level by level, so that places below one caller go on as one.
  let level = new Map<number, { node: number; frame: number; value: number }>();
  for (let node = 0; node < size; node++) {
    if (totals.outermost[node] && label[node] === of) level.set(node, { node, frame: ITSELF, value: component.sum[node] ?? 0 });
  }
  while (level.size > 0) {
    const next: typeof level = new Map();
    for (const { node, frame, value } of level.values()) {
      const above = parent[node];
      if (above < 0) continue;
      const caller = merging.add(frame, label[above], value);
      const key = caller * size + above;
      const before = next.get(key);
      if (before) before.value += value;
      else next.set(key, { node: above, frame: caller, value });
    }
    level = next;
  }
  return merging.merged();
}
