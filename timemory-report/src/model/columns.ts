import type { ComponentData, Values } from '../contract.ts';
import { formatCount, formatShare, formatValue } from './format.ts';
import type { Run } from './run.ts';

/** A column of a tree table. */
export interface Column {
  id: string;
  /** Of the component; empty where the column belongs to none. */
  group: string;
  title: string;
  unit: string;
  description: string;
  value(node: number): number | null;
  text(node: number): string;
  /** Length of the bar behind the text, 0 to 1. */
  bar?(node: number): number;
  /** Sign of a change, for its colour. */
  tone?(node: number): number;
}

/** The statistics in the order of the table, with the names that the column chooser shows. */
export const STATISTICS: Record<string, string> = {
  sum: 'inclusive',
  self: 'exclusive',
  mean: 'mean',
  min: 'min',
  max: 'max',
  stddev: 'std dev',
  p50: 'p50',
  p90: 'p90',
  p99: 'p99',
  cost: 'overhead',
};

const DESCRIPTIONS: Record<string, string> = {
  sum: 'with everything below the region',
  self: 'without what was measured below the region',
  cost: "share of the value that is overhead: what measuring took",
};

export const LAPS = 'laps';

export function columnsOf(run: Run): Column[] {
  const { laps } = run.data.nodes;
  const columns: Column[] = [
    {
      id: LAPS,
      group: '',
      title: 'laps',
      unit: 'count',
      description: 'times that the region was entered',
      value: (node) => laps[node],
      text: (node) => formatCount(laps[node]),
    },
  ];
  return columns.concat(...run.data.components.map((component) => componentColumns(run, component)));
}

export function statisticName(component: ComponentData, statistic: string): string {
  if (statistic === 'sum' && !component.additive) return 'value';
  return STATISTICS[statistic] ?? statistic;
}

/** The statistics that a component has values of, with the values. */
export function statisticsOf(component: ComponentData): [statistic: string, values: Values][] {
  const { sum, self, mean, min, max, stddev, percentiles, cost } = component;
  const all = { sum, self, mean, min, max, stddev, ...percentiles, cost };
  return Object.entries(all).filter((entry): entry is [string, Values] => entry[1] !== null && entry[1] !== undefined);
}

function componentColumns(run: Run, component: ComponentData): Column[] {
  const total = component.additive ? run.total(component) : null;
  return statisticsOf(component).map(([statistic, values]) => {
    const isShare = statistic === 'cost';
    const isPart = (statistic === 'sum' || statistic === 'self') && total !== null && total > 0;
    return {
      id: `${component.id}.${statistic}`,
      group: component.id,
      title: statisticName(component, statistic),
      unit: isShare ? '%' : component.unit,
      description: `${component.description}: ${DESCRIPTIONS[statistic] ?? statisticName(component, statistic)}`,
      value: (node) => values[node],
      text: (node) => (isShare ? formatShare(values[node]) : formatValue(values[node], component)),
      bar: isPart ? (node) => Math.max(0, (values[node] ?? 0) / total) : undefined,
    };
  });
}

/** What the table shows at first: the laps, and of up to three components the values that answer most questions. */
export function initialColumns(run: Run): Set<string> {
  const ids = [LAPS];
  run.data.components.slice(0, 3).forEach(({ id, additive }, i) => {
    ids.push(`${id}.sum`);
    if (additive) ids.push(`${id}.self`);
    if (i === 0) ids.push(`${id}.mean`);
  });
  return new Set(ids);
}
