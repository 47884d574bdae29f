/**
 * What an icicle shows of a run: its call graph as it is, or changed as a reader asks. Frames of a changed one stand for several places.
 *
 * A merged function has no frame, and what it called is drawn below its caller. A collapsed one has a frame and nothing below it. In focus,
 * only stacks with the function are shown, from it on. Inverted, functions with what they took themselves are at the top, and their
 * callers below them.
 */
import type { ComponentData, Values } from '../contract.ts';
import { isOfJvm } from './kind.ts';
import { Paths } from './paths.ts';
import type { Run } from './run.ts';
import { Tree } from './tree.ts';

export interface Shape {
  inverted: boolean;
  withoutJvm: boolean;
  /** Labels, as are the others. */
  focused: string | null;
  merged: readonly string[];
  collapsed: readonly string[];
  /** The name of the thread that places without it are left out for. */
  thread: string | null;
}

export const AS_RECORDED: Shape = { inverted: false, withoutJvm: false, focused: null, merged: [], collapsed: [], thread: null };

export const isAsRecorded = ({ inverted, withoutJvm, focused, merged, collapsed, thread }: Shape) =>
  !inverted && !withoutJvm && focused === null && merged.length === 0 && collapsed.length === 0 && thread === null;

export interface Picture {
  tree: Tree;
  /** Indices into the strings of the run. */
  label: ArrayLike<number>;
  values: Values;
  self: Values | null;
  /** The place with the highest value that a frame stands for. */
  place: ArrayLike<number>;
  /** Frames that ran concurrently with the one above them. */
  isConcurrent(frame: number): boolean;
  /** Whether frames are the places of the call graph. */
  isAsRecorded: boolean;
  /** The frame that a place is part of; -1 if it has none. */
  frameOf(place: number): number;
}

export function pictureOf(run: Run, component: ComponentData, shape: Shape): Picture {
  if (isAsRecorded(shape)) {
    const { tree, data } = run;
    return {
      tree, label: data.nodes.label, values: component.sum, self: component.self, place: data.nodes.label.map((_, node) => node),
      isConcurrent: (node) => run.isConcurrent(node), isAsRecorded: true, frameOf: (place) => place,
    };
  }
  const shaped = shapedPicture(run, component, shape);
  return shape.inverted ? invertedPicture(run, shaped) : shaped;
}

const HIDDEN = -2;

/** Frames that are made one after the other: of a label, one below each frame. */
class Frames {
  readonly values: number[] = [];
  readonly self: number[] = [];
  private readonly paths = new Paths();
  private readonly place: number[] = [];
  private readonly highest: number[] = [];

  add(above: number, label: number, isConcurrent: boolean, place: number, value: number, self: number): number {
    const frame = this.paths.add(above, label, isConcurrent);
    if (frame === this.values.length) {
      this.values.push(0);
      this.self.push(0);
      this.place.push(place);
      this.highest.push(value);
    }
    this.values[frame] += value;
    this.self[frame] += self;
    if (value > this.highest[frame]) {
      this.highest[frame] = value;
      this.place[frame] = place;
    }
    return frame;
  }

  picture(frameOf: ArrayLike<number>, hasSelf: boolean): Picture {
    const { paths, values, self, place } = this;
    return {
      tree: new Tree(paths.parent), label: paths.label, values, self: hasSelf ? self : null, place,
      isConcurrent: (frame) => paths.isConcurrent(frame), isAsRecorded: false, frameOf: (node) => (frameOf[node] >= 0 ? frameOf[node] : -1),
    };
  }
}

function shapedPicture(run: Run, component: ComponentData, shape: Shape): Picture {
  const { strings, nodes } = run.data;
  const { size } = run.tree;
  const indexOf = (labels: readonly string[]) => new Set(labels.map((label) => strings.indexOf(label)));
  const focused = shape.focused === null ? -1 : strings.indexOf(shape.focused);
  const merged = indexOf(shape.merged);
  const collapsed = indexOf(shape.collapsed);
  const isJvm = shape.withoutJvm ? Uint8Array.from(strings, (text) => (isOfJvm(text) ? 1 : 0)) : null;
  const thread = shape.thread === null ? -1 : run.data.threads.indexOf(shape.thread);
  const isOnThread = (node: number) => {
    const of = nodes.thread[node];
    return thread < 0 || of === thread || (Array.isArray(of) && of.includes(thread));
  };
  const frames = new Frames();
  const frameOf = new Int32Array(size);
  const isInFocus = new Uint8Array(size);
  const isClosed = new Uint8Array(size);
  for (let node = 0; node < size; node++) {
    const above = nodes.parent[node];
    const label = nodes.label[node];
    frameOf[node] = above < 0 ? -1 : frameOf[above];
    isInFocus[node] = focused < 0 || label === focused || (above >= 0 && isInFocus[above]) ? 1 : 0;
    isClosed[node] = above >= 0 && isClosed[above] ? 1 : 0;
    if (!isInFocus[node] || isClosed[node] || !isOnThread(node)) continue;
    const self = component.self?.[node] ?? 0;
    if (merged.has(label) || (isJvm?.[label] && run.isFunction(node))) {
      if (frameOf[node] >= 0) frames.self[frameOf[node]] += self;
      continue;
    }
    frameOf[node] = frames.add(frameOf[node], label, run.isConcurrent(node) && frameOf[node] >= 0, node, component.sum[node] ?? 0, self);
    if (collapsed.has(label)) isClosed[node] = 1;
  }
  return frames.picture(frameOf, component.self !== null);
}

const MAX_LEVELS = 60;
/** Callers that took a smaller part of all are left out: nobody could see their frames. */
const MIN_SHARE = 0.0005;

/** Functions by what they took themselves, and below each its callers. */
function invertedPicture(run: Run, picture: Picture): Picture {
  const { tree, label, values, place } = picture;
  const self = picture.self ?? selfOf(tree, values);
  const frames = new Frames();
  const frameOf = new Int32Array(run.tree.size).fill(HIDDEN);
  let whole = 0;
  interface Stack { at: number; above: number; value: number }
  let level: Stack[] = [];
  for (let at = 0; at < tree.size; at++) {
    const value = Math.max(self[at] ?? 0, 0);
    if (value === 0) continue;
    whole += value;
    level.push({ at, above: -1, value });
  }
  const least = whole * MIN_SHARE;
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    const made = level.map(({ at, above, value }) => frames.add(above, label[at], false, place[at], value, above < 0 ? value : 0));
    // Stacks that come to the same place below the same frame go on as one.
    const next = new Map<number, Stack>();
    level.forEach(({ at, value }, i) => {
      const frame = made[i];
      if (depth === 0) frameOf[place[at]] = frame;
      const caller = tree.parent[at];
      if (caller < 0 || frames.values[frame] < least) return;
      const key = frame * tree.size + caller;
      const known = next.get(key);
      if (known) known.value += value;
      else next.set(key, { at: caller, above: frame, value });
    });
    level = [...next.values()];
  }
  return { ...frames.picture(frameOf, true), isConcurrent: () => false };
}

function selfOf(tree: Tree, values: Values): Values {
  const self = values.slice();
  for (let at = 0; at < tree.size; at++) {
    const above = tree.parent[at];
    if (above >= 0 && self[above] !== null) self[above] = self[above]! - (values[at] ?? 0);
  }
  return self;
}
