import { useMemo, useSyncExternalStore } from 'react';

/** The comfortable density, and the columns that can be left out. */
export type ListOption = 'comfortable' | 'category' | 'date' | 'submission' | 'amount' | 'rate';

const KEY = 'list-view';
const DEFAULT = 'category,date,amount';
const listeners = new Set<() => void>();
const stored = () => localStorage.getItem(KEY) ?? DEFAULT;

/** The options that this browser's user has chosen for lists of claims. */
export function useListView(): ReadonlySet<string> {
  const view = useSyncExternalStore(subscribe, stored);
  return useMemo(() => new Set(view.split(',')), [view]);
}

const COMPACT = { height: 2, className: 'text-[0.8125rem]!' };
const COMFORTABLE = { height: 2.75, className: 'comfortable' };

/** A desktop shows 21 compact rows; comfortable ones have two lines for the justification. */
export function useDensity() {
  return useListView().has('comfortable') ? COMFORTABLE : COMPACT;
}

export function setListOption(option: ListOption, isOn: boolean) {
  const others = stored()
    .split(',')
    .filter((each) => each !== option);
  localStorage.setItem(KEY, [...others, ...(isOn ? [option] : [])].join());
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
