import { scaleLog } from 'd3-scale';
import { useMemo, useRef, useState } from 'preact/hooks';
import { formatDuration, formatShare } from '../model/format.ts';
import { attainable, parseRoofs, pointsOf, rooflineSources, roofsFor, type RooflinePoint, type Roofs } from '../model/roofline.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { shortLabel } from '../model/text.ts';
import { formatRate } from '../model/rate.ts';
import { Label } from './label.tsx';
import { useSize } from './use-size.ts';

const MARGIN = { left: 64, right: 16, top: 14, bottom: 40 };
const SHOWN = 300;
const NAMED = 8;

interface RooflineViewProps {
  run: Run;
  /** What stood in a file of roofs; null where none was at hand. */
  ert: string | null;
  search: Search;
  onSelect(node: number): void;
}

interface Read {
  roofs: Roofs[];
  problem: string | null;
}

function read(text: string | null): Read {
  if (text === null) return { roofs: [], problem: null };
  try {
    return { roofs: parseRoofs(text), problem: null };
  } catch (wrong) {
    return { roofs: [], problem: (wrong as Error).message };
  }
}

/** Regions below the roofs of a machine, and a table of them. */
export function RooflineView({ run, ert, search, onSelect }: RooflineViewProps) {
  const sources = useMemo(() => rooflineSources(run), [run]);
  const [id, setId] = useState(sources[0].id);
  const source = sources.find((one) => one.id === id) ?? sources[0];
  const [{ roofs: all, problem }, setRead] = useState(() => read(ert));
  const roofs = useMemo(() => roofsFor(source.id, all), [source, all]);
  const matches = useMemo(() => matchNodes(search, run.data.strings, run.data.nodes.label), [search, run]);
  const points = useMemo(() => pointsOf(source), [source]);
  const shown = (matches ? points.filter(({ node }) => matches[node] === 1) : points).slice(0, SHOWN);
  const choose = async (file: File | undefined) => file && setRead(read(await file.text()));
  return (
    <section class="view" aria-label="Roofline">
      <div class="tools">
        <label class="choice">Of <select value={source.id} onChange={(event) => setId(event.currentTarget.value)}>
          {sources.map((one) => <option key={one.id} value={one.id}>{one.id}</option>)}
        </select></label>
        <label class="choice">Roofs <input type="file" accept=".json,application/json" onChange={(event) => void choose(event.currentTarget.files?.[0])} /></label>
        {roofs && <span class="note"><bdi>{shortLabel(roofs.machine, 80)}</bdi></span>}
        {!roofs && !problem && (
          <span class="note">
            {all.length > 0 ? `The roofs are of ${all.map(({ device }) => device).join(', ')}, and ${source.id} is not measured there.` : 'No roofs were at hand.'} <code>timemory roofline ert -o ert.json</code> measures those of a machine, in a minute: choose that file here.
          </span>
        )}
        {problem && <span class="live-problem" role="alert">The file of roofs cannot be used: {problem}.</span>}
      </div>
      <div class="charts" tabIndex={0} data-main role="group" aria-label="Roofline">
        {points.length === 0 && <p class="nothing">No region has operations, bytes and time: where no events can be counted, a program says them by countFlops and countBytes.</p>}
        {points.length > 0 && <Chart run={run} points={shown} all={points} roofs={roofs} onSelect={onSelect} />}
        {points.length > 0 && <Table run={run} points={shown} roofs={roofs} onSelect={onSelect} />}
        {points.length > SHOWN && <p class="note">The {SHOWN} that took longest are shown; a search shows others.</p>}
      </div>
    </section>
  );
}

interface ChartProps {
  run: Run;
  points: RooflinePoint[];
  /** Those that the axes are for. */
  all: RooflinePoint[];
  roofs: Roofs | null;
  onSelect(node: number): void;
}

function Chart({ run, points, all, roofs, onSelect }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const height = Math.max(260, Math.min(520, width * 0.5));
  const bandwidths = roofs?.bandwidths ?? [];
  const peaks = roofs?.peaks ?? [];
  const peak = peaks.reduce((most, { perSecond }) => Math.max(most, perSecond), 0);
  const ridges = peak > 0 ? bandwidths.map(({ perSecond }) => peak / perSecond) : [];
  const intensities = [...all.map(({ intensity }) => intensity), ...ridges];
  const rates = [...all.map(({ perSecond }) => perSecond), ...(peak > 0 ? [peak, peak / 100] : [])];
  const x = scaleLog([least(intensities) / 3, most(intensities) * 3], [MARGIN.left, width - MARGIN.right]);
  const y = scaleLog([least(rates) / 3, most(rates) * 3], [height - MARGIN.bottom, MARGIN.top]);
  const [left, right] = x.domain();
  const longest = all[0].nanoseconds;
  const decades = (scale: typeof x) => scale.ticks(10).filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6));
  return (
    <div ref={box}>
      {width > 0 && (
        <svg class="roofline" width={width} height={height} role="group" aria-label={`Operations in a second by operations for each byte: ${points.length} points, ${bandwidths.length + peaks.length} roofs`}>
          {decades(x).map((tick) => <g key={tick}><line class="scale" x1={x(tick)} x2={x(tick)} y1={MARGIN.top} y2={height - MARGIN.bottom} /><text x={x(tick)} y={height - MARGIN.bottom + 14} text-anchor="middle">{plain(tick)}</text></g>)}
          {decades(y).map((tick) => <g key={tick}><line class="scale" x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} /><text x={MARGIN.left - 6} y={y(tick) + 4} text-anchor="end">{formatRate(tick, '')}</text></g>)}
          <text x={(MARGIN.left + width - MARGIN.right) / 2} y={height - 8} text-anchor="middle">FLOP for each byte</text>
          <text x={6} y={MARGIN.top - 3}>FLOP/s</text>
          <clipPath id="plot"><rect x={MARGIN.left} y={MARGIN.top} width={Math.max(width - MARGIN.left - MARGIN.right, 0)} height={height - MARGIN.top - MARGIN.bottom} /></clipPath>
          <g clip-path="url(#plot)">
            {bandwidths.map(({ name, perSecond }) => {
              const end = peak > 0 ? Math.min(peak / perSecond, right) : right;
              return <line key={name} class="roof" x1={x(left)} y1={y(perSecond * left)} x2={x(end)} y2={y(perSecond * end)} />;
            })}
            {peaks.map(({ name, perSecond }) => <line key={name} class="roof" x1={bandwidths.length > 0 ? x(Math.max(left, perSecond / most(bandwidths.map((roof) => roof.perSecond)))) : x(left)} x2={x(right)} y1={y(perSecond)} y2={y(perSecond)} />)}
          </g>
          {bandwidths.map(({ name, perSecond }) => {
            const at = Math.max(left * 1.15, y.domain()[0] / perSecond);
            const slope = (Math.atan2(y(perSecond * at * 10) - y(perSecond * at), x(at * 10) - x(at)) * 180) / Math.PI;
            return <text key={name} class="roof-name" transform={`translate(${x(at)} ${y(perSecond * at) - 5}) rotate(${slope})`}>{shortLabel(name, 20)} {formatRate(perSecond, 'B/s')}</text>;
          })}
          {peaks.map(({ name, perSecond }) => <text key={name} class="roof-name" x={width - MARGIN.right - 4} y={y(perSecond) - 4} text-anchor="end">{shortLabel(name, 40)} {formatRate(perSecond, 'FLOP/s')}</text>)}
          {points.map((point, i) => (
            <g key={`${point.node} ${point.level}`} onClick={() => onSelect(point.node)}>
              <circle cx={x(point.intensity)} cy={y(point.perSecond)} r={3 + 9 * Math.sqrt(point.nanoseconds / longest)}>
                <title>{`${shortLabel(run.label(point.node), 200)}, ${point.level}: ${formatRate(point.perSecond, 'FLOP/s')}, ${plain(point.intensity)} FLOP/byte, ${formatDuration(point.nanoseconds)}`}</title>
              </circle>
              {i < NAMED && <text class="point-name" x={x(point.intensity) + 14} y={y(point.perSecond) + 4}>{shortLabel(run.label(point.node), 28)} ({point.level})</text>}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

function Table({ run, points, roofs, onSelect }: Omit<ChartProps, 'all'>) {
  return (
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">region</th><th scope="col">level</th><th scope="col" class="number">rate<small>FLOP/s</small></th>
          <th scope="col" class="number">intensity<small>FLOP/byte</small></th>{roofs && <th scope="col" class="number">reached<small>of its roof</small></th>}<th scope="col" class="number">time<small>elapsed</small></th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => {
          const bound = roofs && attainable(point, roofs);
          return (
            <tr key={`${point.node} ${point.level}`}>
              <td><button type="button" class="link" onClick={() => onSelect(point.node)}><Label text={run.label(point.node)} length={60} /></button></td>
              <td>{point.level}</td>
              <td class="number">{formatRate(point.perSecond, '')}</td>
              <td class="number">{plain(point.intensity)}</td>
              {roofs && <td class="number">{bound ? formatShare(point.perSecond / bound) : ''}</td>}
              <td class="number">{formatDuration(point.nanoseconds)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0);
const plain = (value: number) => Number(value.toPrecision(3)).toString();
