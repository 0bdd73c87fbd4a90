import { useEffect, useState } from 'react';

type Actions = Record<string, (...args: never[]) => unknown>;

function stableActions<T extends Actions>(first: T) {
  let latest = first;
  const actions = Object.fromEntries(
    Object.keys(first).map((name) => [name, (...args: never[]) => latest[name]?.(...args)]),
  ) as T;
  return { actions, follow: (next: T) => void (latest = next) };
}

/** The same functions on every render, each doing what the latest render's does: so that memoised lists stay as drawn. */
export function useStableActions<T extends Actions>(current: T): T {
  const [{ actions, follow }] = useState(() => stableActions(current));
  useEffect(() => follow(current));
  return actions;
}
