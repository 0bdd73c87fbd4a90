import { useEffect, useState } from 'react';

type Actions = Record<string, (...args: never[]) => unknown>;

function stableActions<T extends Actions>(first: T) {
  let latest = first;
  const actions = Object.fromEntries(
    Object.keys(first).map((name) => [name, (...args: never[]) => latest[name]?.(...args)]),
  ) as T;
  return { actions, update: (next: T) => void (latest = next) };
}

/** The same functions on every render, each calling the latest render's, so that memoised rows do not rerender. */
export function useStableActions<T extends Actions>(current: T): T {
  const [{ actions, update }] = useState(() => stableActions(current));
  useEffect(() => update(current));
  return actions;
}
