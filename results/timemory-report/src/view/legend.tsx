import { useMemo } from 'preact/hooks';
import { KIND_NAMES } from '../model/kind.ts';
import type { Run } from '../model/run.ts';
import { kindFill } from '../paint/colours.ts';
import { kindsOf, type Colouring } from './frame-fill.ts';
import { useTheme } from './theme.ts';

/** What the colours of frames say. */
export function Legend({ run, colouring }: { run: Run; colouring: Colouring }) {
  const { dark } = useTheme();
  const kinds = useMemo(() => (run.hasFunctions ? kindsOf(run) : []), [run]);
  if ('component' in colouring) {
    const [low, high] = colouring.by === 'overhead' ? ['0 %', '100 %'] : ['low', 'high'];
    return <span class="legend"><span>{low}</span><span class="ramp" aria-hidden="true" /><span>{high}</span></span>;
  }
  if (colouring.by === 'module') return <span class="legend">one colour for each package, class or file</span>;
  if (!run.hasFunctions) return <span class="legend">one colour for each label</span>;
  return (
    <span class="legend">
      <span class="swatch regions" aria-hidden="true" /><span>regions</span>
      <span>~functions that samples found:</span>
      {kinds.map((kind) => (
        <span key={kind} class="legend"><span class="swatch small" style={{ background: kindFill(kind, '', dark).background }} aria-hidden="true" /><span>{KIND_NAMES[kind]}</span></span>
      ))}
    </span>
  );
}
