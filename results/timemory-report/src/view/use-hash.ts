import { useEffect, useState } from 'preact/hooks';

/** The view that the part of the address after # names, so that a link can lead to it; the first one when it names none. */
export function useHash(names: string[]): [string, (name: string) => void] {
  const read = () => location.hash.slice(1);
  const [hash, setHash] = useState(read);
  useEffect(() => {
    const listen = () => setHash(read());
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
  return [names.includes(hash) ? hash : names[0], (name) => { location.hash = name; }];
}
