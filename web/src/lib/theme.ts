import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();
const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function paint() {
  const theme = storedTheme();
  const dark = theme === 'dark' || (theme === 'system' && prefersDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

function setTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  paint();
  listeners.forEach((listener) => listener());
}

export function followTheme(): () => void {
  const system = prefersDark();
  const repaint = () => {
    paint();
    listeners.forEach((listener) => listener());
  };
  system.addEventListener('change', repaint);
  window.addEventListener('storage', repaint);
  return () => {
    system.removeEventListener('change', repaint);
    window.removeEventListener('storage', repaint);
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, storedTheme), setTheme];
}
