import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCount, formatShare, formatValue } from '../model/format.ts';
import { layoutIcicle } from '../model/icicle.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { shortLabel } from '../model/text.ts';
import { ALL_HUES, FUNCTION_HUES, REGION_HUES, nameFill, readPalette, valueFill, type Fill } from '../paint/colours.ts';
import { ALL, ROW, frameAt, paintIcicle, rowOf, rowTop, type IcicleScene } from '../paint/icicle.ts';
import { Label } from './label.tsx';
import { usePaintedMark } from './painted.ts';
import { ScrollCanvas, type CanvasView } from './scroll-canvas.tsx';
import { useTheme } from './theme.ts';
import { Tooltip } from './tooltip.tsx';

interface IcicleViewProps {
  run: Run;
  search: Search;
  selected: number;
  onSelect(node: number): void;
}

const BY_NAME = '';
const CRUMBS = 12;

export function IcicleView(props: IcicleViewProps) {
  return props.run.additive.length === 0 ? <p class="nothing">No component of this run adds up: there is nothing to draw an icicle of.</p> : <Icicle {...props} />;
}

function Icicle({ run, search, selected, onSelect }: IcicleViewProps) {
  const tree = run.stacks;
  const { dark } = useTheme();
  const [metricId, setMetricId] = useState(run.pictured.id);
  const [colourId, setColourId] = useState(BY_NAME);
  const [flipped, setFlipped] = useState(false);
  const [root, setRoot] = useState(ALL);
  const [focus, setFocus] = useState(selected);
  const [hover, setHover] = useState<{ node: number; x: number; y: number } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  usePaintedMark('timemory-icicle-painted');

  const metric = run.additive.find(({ id }) => id === metricId) ?? run.pictured;
  const layout = useMemo(() => layoutIcicle(tree, metric.sum), [metric]);
  const matches = useMemo(() => matchNodes(search, run.data.strings, run.data.nodes.label), [search, run]);
  const palette = useMemo(readPalette, [dark]);
  const colour = run.data.components.find(({ id }) => id === colourId);
  const fill = useMemo(() => {
    const above: Fill = { background: palette.sliver, text: palette.text };
    if (colour) {
      const highest = colour.sum.reduce<number>((max, value) => Math.max(max, value ?? 0), 0) || 1;
      return (node: number) => (node === ALL || colour.sum[node] === null ? above : valueFill(colour.sum[node]! / highest));
    }
    const regions = fillsByName(run, dark, run.hasFunctions ? REGION_HUES : ALL_HUES);
    const functions = fillsByName(run, dark, FUNCTION_HUES);
    return (node: number) => (node === ALL ? above : run.hasFunctions && run.isFunction(node) ? functions(node) : regions(node));
  }, [colour, palette, run]);

  const rows = layout.maxDepth + 2;
  const labelOf = (node: number) => (node === ALL ? `all of ${run.data.name}` : frameLabel(run, node));
  const scene: IcicleScene = { tree, layout, root, flipped, contentHeight: Math.max(rows * ROW, scroller.current?.clientHeight ?? 0), fill, label: labelOf, matches, focus, palette };

  const show = (node: number) => {
    const { current } = scroller;
    const top = rowTop(scene, rowOf(scene, node));
    if (top < current!.scrollTop) current!.scrollTop = top - ROW;
    else if (top + ROW > current!.scrollTop + current!.clientHeight) current!.scrollTop = top + 2 * ROW - current!.clientHeight;
  };
  const moveTo = (node: number | undefined) => {
    if (node === undefined) return;
    setFocus(node);
    // A frame outside of the zoomed one is not on the screen: widen the view to the first that holds both.
    const path = new Set([ALL, ...tree.path(node)]);
    let holder = root;
    while (holder !== ALL && !path.has(holder) && !tree.path(root).includes(node)) holder = tree.parent[holder];
    setRoot(holder);
    show(node);
  };
  const zoom = (node: number) => {
    setRoot(node);
    setFocus(node);
    if (selected >= 0 && node !== ALL) onSelect(node);
  };
  useEffect(() => {
    if (flipped) scroller.current!.scrollTop = scroller.current!.scrollHeight;
  }, [flipped]);
  // From below, what is on the screen stays where it is when the graph becomes deeper.
  const rowsBefore = useRef(rows);
  useLayoutEffect(() => {
    if (flipped) scroller.current!.scrollTop += (rows - rowsBefore.current) * ROW;
    rowsBefore.current = rows;
  }, [rows]);
  useEffect(() => {
    if (selected >= 0) moveTo(selected);
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const siblings = focus === ALL ? null : layout.childrenOf(tree.parent[focus]);
    const at = siblings?.indexOf(focus) ?? 0;
    const up = () => moveTo(focus === ALL ? ALL : tree.parent[focus]);
    const down = () => moveTo(layout.childrenOf(focus)[0]);
    const keys: Record<string, () => void> = {
      ArrowUp: flipped ? down : up,
      ArrowDown: flipped ? up : down,
      ArrowLeft: () => moveTo(siblings?.[at - 1]),
      ArrowRight: () => moveTo(siblings?.[at + 1]),
      Home: () => moveTo(ALL),
      Enter: () => zoom(focus),
      Escape: () => zoom(ALL),
      d: () => focus !== ALL && onSelect(focus),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };
  const crumbs = tree.path(root);
  return (
    <section class="view" aria-label="Icicle">
      <div class="tools">
        <label class="choice">Width <select value={metricId} onChange={(event) => setMetricId(event.currentTarget.value)}>
          {run.additive.map(({ id }) => <option key={id} value={id}>{id}</option>)}
        </select></label>
        <label class="choice">Colour <select value={colourId} onChange={(event) => setColourId(event.currentTarget.value)}>
          <option value={BY_NAME}>by name</option>
          {run.data.components.map(({ id }) => <option key={id} value={id}>{id}</option>)}
        </select></label>
        {colour && <span class="legend"><span>low</span><span class="ramp" aria-hidden="true" /><span>high</span></span>}
        {!colour && run.hasFunctions && (
          <span class="legend">
            <span class="swatch regions" aria-hidden="true" /><span>regions</span>
            <span class="swatch functions" aria-hidden="true" /><span>~functions that samples found inside</span>
          </span>
        )}
        <label class="choice"><input type="checkbox" checked={flipped} onChange={(event) => setFlipped(event.currentTarget.checked)} /> flame</label>
        <button type="button" disabled={focus === ALL} onClick={() => onSelect(focus)}>Details</button>
        <button type="button" disabled={root === ALL} onClick={() => zoom(ALL)}>Reset zoom</button>
        {run.hasConcurrent && <span class="note">A frame is as wide as its value; what ran concurrently with it stands apart, at the top.</span>}
        {matches && <span class="note" role="status">{formatCount(matches.reduce((sum, flag) => sum + flag, 0))} matches</span>}
      </div>
      <nav class="crumbs" aria-label="Zoomed path">
        <button type="button" class="link" onClick={() => zoom(ALL)}>all</button>
        {crumbs.length > CRUMBS && <span> › …</span>}
        {crumbs.slice(-CRUMBS).map((node) => (
          <span key={node}> › <button type="button" class="link" aria-current={node === root ? 'location' : undefined} onClick={() => zoom(node)}><Label text={run.label(node)} length={32} /></button></span>
        ))}
      </nav>
      <ScrollCanvas
        scroller={scroller}
        name={`${flipped ? 'Flame' : 'Icicle'} graph by ${metric.id}`}
        description="Arrow keys move between frames, Enter zooms, Escape resets, d opens the details."
        contentHeight={rows * ROW}
        paint={(context, view) => paintIcicle(context, { ...scene, contentHeight: Math.max(rows * ROW, view.height) }, view)}
        onKeyDown={onKeyDown}
        onPoint={(point, view) => setHover(point && hoverAt(scene, view, point, scroller.current!))}
        onPress={(point, view) => {
          const node = frameAt({ ...scene, contentHeight: Math.max(rows * ROW, view.height) }, view, point.x, point.y);
          if (node !== null) zoom(node);
        }}
      />
      <p class="status" aria-live="polite"><FrameText run={run} node={focus} metric={metric} /></p>
      {hover && <Tooltip x={hover.x} y={hover.y}><FrameText run={run} node={hover.node} metric={metric} long /></Tooltip>}
    </section>
  );
}

function fillsByName(run: Run, dark: boolean, hues: typeof ALL_HUES): (node: number) => Fill {
  const byLabel = new Map<number, Fill>();
  return (node) => {
    const label = run.data.nodes.label[node];
    let known = byLabel.get(label);
    if (!known) byLabel.set(label, (known = nameFill(run.label(node), dark, hues)));
    return known;
  };
}

/** What ran concurrently stands at the top: it says with what. */
function frameLabel(run: Run, node: number): string {
  return run.isConcurrent(node) ? `${run.label(node)} (concurrent with ${shortLabel(run.label(run.tree.parent[node]), 60)})` : run.label(node);
}

function hoverAt(scene: IcicleScene, view: CanvasView, { x, y }: { x: number; y: number }, scroller: HTMLElement) {
  const node = frameAt({ ...scene, contentHeight: Math.max(scene.contentHeight, view.height) }, view, x, y);
  if (node === null) return null;
  const { left, top } = scroller.getBoundingClientRect();
  return { node, x: left + x, y: top + y };
}

interface FrameTextProps {
  run: Run;
  node: number;
  metric: Run['data']['components'][number];
  long?: boolean;
}

function FrameText({ run, node, metric, long }: FrameTextProps) {
  const total = run.total(metric);
  if (node === ALL) return <span>all: {formatValue(total, metric)} {metric.unit}</span>;
  const value = metric.sum[node];
  const share = value !== null && total ? `, ${formatShare(value / total)} of all` : '';
  const self = metric.self?.[node];
  return (
    <span>
      <bdi class="label">{shortLabel(frameLabel(run, node), long ? 300 : 120)}</bdi>
      {value === null ? ': no value' : `: ${formatValue(value, metric)} ${metric.unit}${share}`}
      {self !== null && self !== undefined && `, exclusive ${formatValue(self, metric)} ${metric.unit}`}
      {run.data.nodes.laps[node] !== null && `, ${run.isFunction(node) ? 'samples' : 'laps'} ${formatCount(run.data.nodes.laps[node])}`}
    </span>
  );
}
