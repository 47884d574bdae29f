import type { ComponentData, RunData, Values } from '../contract.ts';
import { kindOf } from './kind.ts';
import { Tree } from './tree.ts';

/** What stands before the names of functions that samples found below a region. */
const FUNCTION_MARK = '~';
/** Whether a component is of samples, by its id. */
const isOfSamples = ({ id }: ComponentData) => id.endsWith('_samples');

/** Components of what was done, not waited, those that miss least first; and up to which share of the elapsed time they are shown first. */
const ACTIVITIES = ['thread_cpu_clock', 'active_time', 'cpu_clock'];
const MAX_ACTIVE = 0.5;

/** A run that has been checked, with its call graph. */
export class Run {
  readonly tree: Tree;
  /** The same, with what ran concurrently at the top: a region is as wide as its own value, of which that is no part. */
  readonly stacks: Tree;
  private readonly concurrent: Uint8Array;
  /** Whether samples found functions below regions. */
  readonly hasFunctions: boolean;
  private readonly measured: ComponentData[];
  private readonly totals = new Map<ComponentData, number | null>();

  constructor(readonly data: RunData) {
    const { parent, concurrent = [] } = data.nodes;
    this.tree = new Tree(parent);
    this.concurrent = new Uint8Array(parent.length);
    for (const node of concurrent) this.concurrent[node] = 1;
    this.stacks = concurrent.length === 0 ? this.tree : new Tree(parent.map((above, node) => (this.concurrent[node] ? -1 : above)));
    this.measured = data.components.filter((component) => !isOfSamples(component));
    this.hasFunctions = this.measured.length < data.components.length && parent.some((_, node) => this.isFunction(node));
  }

  get hasConcurrent(): boolean {
    return this.stacks !== this.tree;
  }

  isConcurrent(node: number): boolean {
    return this.concurrent[node] === 1;
  }

  /** Whether a node is a function that samples found, and not a region: it has its mark, and nothing measured it. */
  isFunction(node: number): boolean {
    return this.label(node).startsWith(FUNCTION_MARK) && this.measured.every(({ sum }) => sum[node] === null);
  }

  label(node: number): string {
    return this.data.strings[this.data.nodes.label[node]];
  }

  threads(node: number): string[] {
    const threads = this.data.nodes.thread[node];
    return (Array.isArray(threads) ? threads : [threads]).map((thread) => this.data.threads[thread]);
  }

  /** Components whose values add up: those an icicle can be drawn of. */
  get additive(): ComponentData[] {
    return this.data.components.filter((component) => component.additive);
  }

  /** Whether every component is of samples: what is counted are samples then, not calls. */
  get isSampled(): boolean {
    return this.measured.length === 0 && this.data.components.length > 0;
  }

  /** The component to begin with: the first additive timing one, else the next best. */
  get principal(): ComponentData | undefined {
    const { additive } = this;
    return additive.find((component) => component.timing) ?? additive[0] ?? this.data.components[0];
  }

  /**
   * The component to begin a picture with: of samples if there are functions, as it has the whole stacks. Where most of the elapsed time
   * was waiting, the time in which something was done: elapsed time would show who waited.
   */
  get pictured(): ComponentData {
    const { additive, principal } = this;
    const sampled = this.hasFunctions ? additive.find(isOfSamples) : undefined;
    return sampled ?? this.activity ?? (principal?.additive ? principal : additive[0]);
  }

  /** The additive component with an id, or the one to begin a picture with. Undefined if no component adds up. */
  metric(id: string | null): ComponentData | undefined {
    return this.additive.find((component) => component.id === id) ?? this.pictured;
  }

  /** The component of active or processor time if that is less than half of the elapsed time; null where little was waiting. */
  get activity(): ComponentData | null {
    const elapsed = this.additive.find(({ id, timing }) => timing && id === 'wall_clock');
    const whole = elapsed ? (this.total(elapsed) ?? 0) : 0;
    for (const id of ACTIVITIES) {
      const component = this.additive.find((one) => one.timing && one.id === id);
      const active = component ? (this.total(component) ?? 0) : 0;
      if (active > 0 && active < MAX_ACTIVE * whole) return component!;
    }
    return null;
  }

  /** For an additive component the sum of the outermost regions that have it and of what ran concurrently with them, the highest value for another. Null where there is none. */
  total(component: ComponentData): number | null {
    let total = this.totals.get(component);
    if (total === undefined) this.totals.set(component, (total = this.computeTotal(component)));
    return total;
  }

  private computeTotal(component: ComponentData): number | null {
    if (!component.additive) return component.sum.reduce<number | null>(higher, null);
    const { parent, size } = this.stacks;
    const within = new Uint8Array(size);
    let total: number | null = null;
    for (let node = 0; node < size; node++) {
      const isInside = parent[node] >= 0 && within[parent[node]] === 1;
      within[node] = isInside || component.sum[node] !== null ? 1 : 0;
      if (!isInside) total = plus(total, component.sum[node]);
    }
    return total;
  }
}

function higher(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

function plus(a: number | null, b: number | null): number | null {
  return b === null ? a : (a ?? 0) + b;
}

export interface HotRegion {
  label: number;
  /** Where the region costs most. */
  node: number;
  value: number;
  laps: number;
}

/**
 * The regions by label with the highest sums of `values`, over all places in the call graph. What a profiler did is overhead, and not among
 * them.
 */
export function hottestRegions(run: Run, values: Values, limit: number): HotRegion[] {
  const byLabel = new Map<number, HotRegion>();
  const { label, laps } = run.data.nodes;
  const isOverhead = run.hasFunctions ? run.data.strings.map((text) => text.startsWith(FUNCTION_MARK) && kindOf(text) === 'profiler') : null;
  for (let node = 0; node < run.tree.size; node++) {
    const value = values[node];
    if (value === null || isOverhead?.[label[node]]) continue;
    const region = byLabel.get(label[node]);
    if (!region) {
      byLabel.set(label[node], { label: label[node], node, value, laps: laps[node] ?? 0 });
      continue;
    }
    if (value > values[region.node]!) region.node = node;
    region.value += value;
    region.laps += laps[node] ?? 0;
  }
  return [...byLabel.values()].sort((a, b) => b.value - a.value).slice(0, limit);
}
