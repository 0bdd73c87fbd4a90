import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { useEffect, useRef, useState } from 'react';
import { approveOne, type RowResult } from './approve-one';

/** Approves one after another, so that the second of two duplicates is detected. */
export function useBulkApprove(expenses: readonly ExpenseJson[]) {
  const queryClient = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<string, RowResult>>(new Map());
  const [phase, setPhase] = useState<'asked' | 'running' | 'done'>('asked');
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  const note = (id: string, result: RowResult) => setResults((now) => new Map([...now, [id, result]]));

  async function start() {
    setPhase('running');
    for (const expense of expenses) {
      if (stopped.current) break;
      note(expense.id, { kind: 'running' });
      note(expense.id, await approveOne(queryClient, expense));
    }
    setPhase('done');
  }

  return {
    results,
    phase,
    start: () => void start(),
    stop: () => {
      stopped.current = true;
    },
  };
}
