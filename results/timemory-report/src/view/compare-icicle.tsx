import { useMemo, useState } from 'preact/hooks';
import { chance, difference, presence, relativeChange, type ComparedComponent, type Comparison, type Statistic } from '../model/compare.ts';
import { formatChange, formatDifference, formatValue } from '../model/format.ts';
import { layoutIcicle } from '../model/icicle.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { shortLabel } from '../model/text.ts';
import { formatChance } from '../model/welch.ts';
import { changeFill, readPalette, type Fill } from '../paint/colours.ts';
import { ALL } from '../paint/icicle.ts';
import { Axis } from './axis.tsx';
import { Frames, useZoom } from './frames.tsx';
import { useTheme } from './theme.ts';

interface CompareIcicleProps {
  comparison: Comparison;
  component: ComparedComponent;
  statistic: Statistic;
  search: Search;
  onSelect(node: number): void;
}

/** Both runs in one icicle: a frame is as wide as in the run where it has more, and its colour says how much it changed. */
export function CompareIcicle({ comparison, component, statistic, search, onSelect }: CompareIcicleProps) {
  const { dark } = useTheme();
  const { tree } = comparison;
  const palette = useMemo(readPalette, [dark]);
  const [flipped, setFlipped] = useState(false);
  const { root, focus, zoom, moveTo } = useZoom(tree);
  const totals = useMemo(() => comparison.values(component, 'sum'), [comparison, component]);
  const values = useMemo(() => comparison.values(component, statistic), [comparison, component, statistic]);
  const widths = useMemo(() => [...totals[0].keys()].map((node) => Math.max(orZero(totals[0][node]), orZero(totals[1][node]))), [totals]);
  const layout = useMemo(() => layoutIcicle(tree, widths, { isConcurrent: comparison.isConcurrent }), [comparison, widths]);
  const matches = useMemo(() => matchNodes(search, comparison.strings, comparison.labelIndex), [search, comparison]);
  const fill = useMemo(() => {
    const nothing: Fill = { background: palette.sliver, text: palette.text };
    return (node: number) => {
      if (node === ALL) return nothing;
      const larger = Math.max(Math.abs(orZero(values[0][node])), Math.abs(orZero(values[1][node])));
      return larger === 0 ? nothing : changeFill((difference(values, node) ?? 0) / larger, dark);
    };
  }, [values, palette, dark]);
  const labelOf = (node: number) => (node === ALL ? 'all' : `${{ both: '', new: '+ ', vanished: '− ' }[presence(comparison, node)]}${comparison.label(node)}`);
  const text = (node: number) => <ChangeText comparison={comparison} component={component} values={values} node={node} />;
  return (
    <>
      <div class="tools">
        <label class="choice"><input type="checkbox" checked={flipped} onChange={(event) => setFlipped(event.currentTarget.checked)} /> flame</label>
        <button type="button" disabled={focus === ALL} onClick={() => onSelect(focus)}>Details</button>
        <button type="button" disabled={root === ALL} onClick={() => zoom(ALL)}>Reset zoom</button>
        <span class="legend"><span>less</span><span class="ramp diff" aria-hidden="true" /><span>more than in the baseline</span></span>
        <span class="legend">as wide as in the run that has more; + new, − vanished</span>
      </div>
      <Axis whole={(layout.x1[root + 1] - layout.x0[root + 1]) * layout.whole} scale={component} />
      <Frames
        name={`${flipped ? 'Flame' : 'Icicle'} graph of the change of ${component.id}`}
        description=", d opens the details"
        tree={tree}
        layout={layout}
        flipped={flipped}
        root={root}
        focus={focus}
        palette={palette}
        matches={matches}
        label={labelOf}
        fill={fill}
        isHatched={comparison.isConcurrent}
        text={text}
        keys={{ d: () => focus !== ALL && onSelect(focus) }}
        onFocus={moveTo}
        onZoom={zoom}
      />
      <p class="status" aria-live="polite">{text(focus)}</p>
    </>
  );
}

const orZero = (value: number) => (Number.isNaN(value) ? 0 : value);

interface ChangeTextProps {
  comparison: Comparison;
  component: ComparedComponent;
  values: [Float64Array, Float64Array];
  node: number;
}

/** What both runs had, how they differ, and how likely that is by chance. */
function ChangeText({ comparison, component, values, node }: ChangeTextProps) {
  if (node === ALL) return <span>A frame names both values of a region, and how they differ.</span>;
  const [before, after] = values.map((of) => (Number.isNaN(of[node]) ? 'none' : formatValue(of[node], component)));
  const relative = relativeChange(values, node);
  const p = chance(comparison, component, node);
  return (
    <span>
      <bdi class="label">{shortLabel(comparison.label(node), 200)}</bdi>: {before} → {after}, {formatDifference(difference(values, node), component) || 'no value'}
      {relative !== null && ` (${formatChange(relative)})`}
      {p !== null && `, ${formatChance(p)} for the mean of a call`}
    </span>
  );
}
