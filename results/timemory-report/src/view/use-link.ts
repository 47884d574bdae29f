import { useEffect, useState } from 'preact/hooks';

const read = () => {
  const [view, rest = ''] = location.hash.slice(1).split('?', 2);
  return { view, state: new URLSearchParams(rest) };
};

/** What the address says besides the view when the page is opened. */
export const linkedState = (): URLSearchParams => read().state;

/**
 * The view that the part of the address after # names, the first one if it names none; and after a question mark what else a reader has
 * chosen, so that a link leads to the same picture. `onLink` is called if the address changes in the open page.
 */
export function useLink(views: string[], state: URLSearchParams, onLink: (state: URLSearchParams) => void): [string, (view: string) => void] {
  const [named, setNamed] = useState(() => read().view);
  const view = views.includes(named) ? named : views[0];
  const text = state.toString();
  useEffect(() => {
    const listen = () => {
      const link = read();
      setNamed(link.view);
      if (link.state.toString() !== text) onLink(link.state);
    };
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, [text, onLink]);
  useEffect(() => {
    const hash = hashOf(view, text);
    if (location.hash === hash || (location.hash === '' && text === '')) return;
    try {
      history.replaceState(null, '', hash);
    } catch {
      // A page without an address of its own, such as one in a frame, has no link.
    }
  }, [view, text]);
  return [view, (name) => { location.hash = hashOf(name, text); }];
}

const hashOf = (view: string, state: string) => `#${view}${state === '' ? '' : `?${state}`}`;
