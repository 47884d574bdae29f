import type { ComponentData, LiveData, RunData, Values } from '../contract.ts';
import type { Report } from './report.ts';
import { Run } from './run.ts';

/** What has to be known of an earlier moment. */
export interface Moment {
  live: LiveData;
  runs: { laps: Values; components: { id: string; sum: Values; self: Values | null }[] }[];
}

export function momentOf({ live, runs }: Report): Moment {
  return { live: live!, runs: runs.map(({ data }) => ({ laps: data.nodes.laps, components: data.components.map(({ id, sum, self }) => ({ id, sum, self })) })) };
}

/**
 * What was measured between two moments of a process, of which the later one has the numbers of the earlier (see `continued`). Regions in
 * which nothing happened have no values. Neither has what two moments do not tell: the smallest and the largest lap, the spread and
 * percentiles. Components that do not add up, such as the highest mark that memory reached, are what they were at the later moment.
 */
export function between(before: Moment, now: Report): Report {
  return { ...now, runs: now.runs.map((run, i) => new Run(difference(before.runs[i], run.data))) };
}

function difference(before: Moment['runs'][number], now: RunData): RunData {
  const size = now.nodes.parent.length;
  const laps = minus(now.nodes.laps, before.laps);
  const earlier = new Map(before.components.map((component) => [component.id, component]));
  const hasChanged = new Uint8Array(size);
  const sums = now.components.map((component) => (component.additive ? minus(component.sum, earlier.get(component.id)?.sum) : null));
  for (let node = 0; node < size; node++) hasChanged[node] = laps[node] || sums.some((sum) => sum?.[node]) ? 1 : 0;
  const kept = (values: Values) => values.map((value, node) => (hasChanged[node] ? value : null));
  const components = now.components.map((component, i): ComponentData => {
    const sum = sums[i];
    const unknown = { min: null, max: null, stddev: null, cost: null, percentiles: null, histograms: null, ranks: null };
    if (!sum) return { ...component, ...unknown, sum: kept(component.sum), mean: null };
    const difference = component.self && minus(component.self, earlier.get(component.id)?.self);
    // A region and those inside it are read one after the other, while laps of them are open.
    const self = difference && component.timing ? difference.map((value) => (value === null ? null : Math.max(0, value))) : difference;
    const mean = sum.map((value, node) => (value !== null && laps[node] ? value / laps[node]! : null));
    return { ...component, ...unknown, sum: kept(sum), self: self && kept(self), mean: component.timing ? kept(mean) : null };
  });
  // When laps were is told of those that are new.
  return { ...now, nodes: { ...now.nodes, laps: kept(laps) }, components };
}

function minus(now: Values, before: Values | null | undefined): Values {
  return now.map((value, node) => (value === null ? null : value - (before?.[node] ?? 0)));
}

/** So many values of one kind are kept of all moments together: with more regions, there are fewer moments. */
const MAX_VALUES = 2_000_000;

/** Moments of a process, for what was measured since some of them: one for every so many milliseconds of the last minutes. */
export class Moments {
  private kept: Moment[] = [];

  constructor(private step: number, private readonly longest: number) {}

  /** `now` is of the same session as those before. */
  add(now: Report) {
    const { at } = now.live!;
    while (this.kept.length > 1 && this.kept[1].live.at <= at - this.longest) this.kept.shift();
    const last = this.kept.at(-1);
    if (last && at - last.live.at < this.step) return;
    this.kept.push(momentOf(now));
    const size = now.runs.reduce((sum, run) => sum + run.tree.size, 0);
    while (this.kept.length > 3 && this.kept.length * size > MAX_VALUES) {
      this.step *= 2;
      this.kept = this.kept.filter((_, i) => i % 2 === 0);
    }
  }

  /** The last one that is at least `milliseconds` before `now`, or the first that there is; undefined where that is `now`. */
  before(now: Report, milliseconds: number): Moment | undefined {
    const { at } = now.live!;
    const earlier = this.kept.filter(({ live }) => live.at < at);
    return earlier.filter(({ live }) => live.at <= at - milliseconds).at(-1) ?? earlier[0];
  }
}
