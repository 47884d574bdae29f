import { useMemo, useRef } from 'preact/hooks';
import type { ComponentData } from '../contract.ts';
import { furtherFacts } from '../model/facts.ts';
import { formatCount, formatShare, formatValue } from '../model/format.ts';
import type { Report } from '../model/report.ts';
import { hottestRegions, type HotRegion, type Run } from '../model/run.ts';
import type { Search } from '../model/search.ts';
import { RunHeadline } from './headline.tsx';
import { IcicleView } from './icicle-view.tsx';
import { Label } from './label.tsx';
import { usePaintedMark } from './painted.ts';
import { useSize } from './use-size.ts';
import { Warnings } from './warnings.tsx';

const HOTTEST = 15;
/** Widths in pixels in the list of the hottest: of a column of numbers, of what is around the table, and of a character of a label. */
const NUMBER = 64;
/** What a column of calls and samples takes more than others. */
const WIDER = 48;
const AROUND = 40;
const CHARACTER = 7.3;
const SHORTEST = 12;
/** A narrower list has no room for statistics of a call. */
const MIN_WIDTH = 420;

interface SummaryProps {
  report: Report;
  /** Which of the runs of the report is shown. */
  index: number;
  run: Run;
  search: Search;
  selected: number;
  onSelect(node: number): void;
  metric: ComponentData | undefined;
  onMetric(id: string): void;
}

/** What a reader sees first: what ran, where it all went, as a picture and as a list by one component, and below it what else is known. */
export function Summary({ report, index, run, search, selected, onSelect, metric, onMetric }: SummaryProps) {
  usePaintedMark('timemory-rows-painted');
  const facts = furtherFacts(report);
  return (
    <section class="view summary" aria-label="Summary" tabIndex={-1}>
      <div class="cards">
        <RunHeadline report={report} index={index} />
        <MetricNote run={run} metric={metric} />
        {metric && (
          <section class="card picture">
            <IcicleView run={run} search={search} selected={selected} onSelect={onSelect} metric={metric} onMetric={onMetric} />
          </section>
        )}
        <Hottest run={run} component={metric ?? run.principal} onSelect={onSelect} />
        <Warnings report={report} run={run} onSelect={onSelect} />
        <Totals run={run} />
        <section class="card">
          <h2>Run</h2>
          <table class="plain facts">
            <tbody>{facts.map(([key, value], i) => <tr key={i}><th scope="row"><Label text={key} /></th><td><Label text={value} length={400} /></td></tr>)}</tbody>
          </table>
        </section>
      </div>
    </section>
  );
}

/** Why the page begins with another component than elapsed time. */
function MetricNote({ run, metric }: { run: Run; metric: ComponentData | undefined }) {
  const elapsed = run.additive.find(({ id }) => id === 'wall_clock');
  if (!metric || !elapsed || metric !== run.activity) return null;
  const waited = 1 - (run.total(metric) ?? 0) / (run.total(elapsed) ?? 1);
  return <p class="note wide">Picture and list are by <bdi>{metric.id}</bdi>: {formatShare(waited)} of the time in regions was waiting, which <bdi>wall_clock</bdi> shows.</p>;
}

function Totals({ run }: { run: Run }) {
  const { data, tree } = run;
  const laps = useMemo(() => data.nodes.laps.reduce((sum: number, value) => sum + (value ?? 0), 0), [run]);
  return (
    <section class="card">
      <h2>Totals</h2>
      <table class="plain">
        <tbody>
          <tr><th scope="row">nodes of the call graph</th><td class="number">{formatCount(tree.size)}</td></tr>
          {!run.hasFunctions && <tr><th scope="row">calls</th><td class="number">{formatCount(laps)}</td></tr>}
          {data.components.map((component) => (
            <tr key={component.id} title={component.description}>
              <th scope="row"><bdi>{component.id}</bdi>{!component.additive ? ' (highest)' : run.hasConcurrent && ' (all threads together)'}</th>
              <td class="number">{formatValue(run.total(component), component)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Statistics of a call that are shown next to its number of calls. */
function perCall({ percentiles, mean, max }: ComponentData): [name: string, values: ComponentData['sum']][] {
  if (percentiles?.p50 && percentiles.p99) return [['p50', percentiles.p50], ['p99', percentiles.p99]];
  return mean ? [['mean', mean], ...(max ? [['max', max] as [string, ComponentData['sum']]] : [])] : [];
}

function Hottest({ run, component, onSelect }: { run: Run; component: ComponentData | undefined; onSelect(node: number): void }) {
  const card = useRef<HTMLElement>(null);
  const { width } = useSize(card);
  const values = component?.self ?? component?.sum;
  const regions = useMemo(() => (values ? hottestRegions(run, values, HOTTEST) : []), [run, values]);
  if (!component) return <section ref={card} />;
  const total = component.additive ? run.total(component) : null;
  const statistics = run.hasFunctions || width < MIN_WIDTH ? [] : perCall(component);
  const numbers = NUMBER * (3 + statistics.length) + (run.hasFunctions ? WIDER : 0);
  const length = Math.max(SHORTEST, Math.floor((width - AROUND - numbers) / CHARACTER));
  const counted = run.isSampled ? 'samples' : run.hasFunctions ? 'calls, ~samples' : 'calls';
  return (
    <section class="card hottest" ref={card}>
      <h2 title="All places of a label in the call graph together">Hottest {run.isSampled ? 'functions' : 'regions'} <small>by {component.self ? 'self' : 'total'} <bdi>{component.id}</bdi></small></h2>
      <table class="plain hot">
        <thead>
          <tr>
            <th scope="col">{run.isSampled ? 'function' : 'region'}</th>
            <th scope="col" class="number">{counted}</th>
            {statistics.map(([name]) => <th key={name} scope="col" class="number" title="of one call, at the place where most time was spent">{name}</th>)}
            <th scope="col" class="number">{component.self ? 'self' : 'total'}</th>
            <th scope="col" class="number">share</th>
          </tr>
        </thead>
        <tbody>{regions.map((region) => <HotRow key={region.label} run={run} component={component} region={region} total={total} statistics={statistics} length={length} onSelect={onSelect} />)}</tbody>
      </table>
    </section>
  );
}

interface HotRowProps {
  run: Run;
  component: ComponentData;
  region: HotRegion;
  total: number | null;
  statistics: [name: string, values: ComponentData['sum']][];
  /** Columns of the label. */
  length: number;
  onSelect(node: number): void;
}

function HotRow({ run, component, region, total, statistics, length, onSelect }: HotRowProps) {
  const share = total ? region.value / total : null;
  return (
    <tr>
      <td class="bar-cell">
        <button type="button" class="link" onClick={() => onSelect(region.node)}><Label text={run.data.strings[region.label]} length={length} /></button>
        {share !== null && <span class="bar" style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />}
      </td>
      <td class="number">{formatCount(region.laps)}</td>
      {statistics.map(([name, values]) => <td key={name} class="number">{formatValue(values[region.node], component)}</td>)}
      <td class="number">{formatValue(region.value, component)}</td>
      <td class="number">{formatShare(share)}</td>
    </tr>
  );
}
