import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

export type ThemeChoice = 'auto' | 'light' | 'dark';

export interface Theme {
  choice: ThemeChoice;
  dark: boolean;
  next(): void;
}

const CHOICES: ThemeChoice[] = ['auto', 'light', 'dark'];
const system = matchMedia('(prefers-color-scheme: dark)');

export const ThemeContext = createContext<Theme>({ choice: 'auto', dark: false, next: () => {} });

export const useTheme = () => useContext(ThemeContext);

/** Follows the system until the reader chooses. */
export function useThemeChoice(): Theme {
  const [choice, setChoice] = useState<ThemeChoice>('auto');
  const [systemDark, setSystemDark] = useState(system.matches);
  useEffect(() => {
    const listen = () => setSystemDark(system.matches);
    system.addEventListener('change', listen);
    return () => system.removeEventListener('change', listen);
  }, []);
  const dark = choice === 'auto' ? systemDark : choice === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  return { choice, dark, next: () => setChoice(CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length]) };
}
