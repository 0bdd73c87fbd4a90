import { useEffect, useRef, useState } from 'react';

export type Running = { readonly kind: 'running' };

/** Works through items one after another, keeps the result of each by its key, and stops between two. */
export function useOneByOne<Item, Result>(keyOf: (item: Item) => string, work: (item: Item) => Promise<Result>) {
  const [results, setResults] = useState<ReadonlyMap<string, Result | Running>>(new Map());
  const [phase, setPhase] = useState<'asked' | 'running' | 'done'>('asked');
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const note = (item: Item, result: Result | Running) => setResults((now) => new Map([...now, [keyOf(item), result]]));

  async function start(items: readonly Item[]) {
    setPhase('running');
    stopped.current = false;
    for (const item of items) {
      if (stopped.current) break;
      note(item, { kind: 'running' });
      note(item, await work(item));
    }
    setPhase('done');
  }

  return {
    results,
    phase,
    start,
    stop: () => {
      stopped.current = true;
    },
  };
}
