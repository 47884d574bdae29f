import { useLayoutEffect } from 'preact/hooks';

const seen = new Set<string>();

/** Leaves a performance mark once the frame with this view is on the screen, the first time only. */
export function usePaintedMark(name: string) {
  useLayoutEffect(() => {
    if (seen.has(name)) return;
    seen.add(name);
    requestAnimationFrame(() => setTimeout(() => performance.mark(name)));
  }, []);
}
