import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { ClaimValues } from '#expense/claim-values';
import type { Batch } from '#expense/saved-forms';
import { randomText } from '#lib/random-text';

const REDIRECT_MS = 2000;

export interface BatchOptions {
  readonly prefix: string;
  readonly formKey: string;
  readonly batch: Batch | undefined;
  readonly joinBatch: (batch: Batch) => void;
  /** The receipt of the form, which is then the first of the batch. */
  readonly current: File | null;
  /** The values of an empty form. */
  readonly empty: ClaimValues;
}

/** Makes an expense of each receipt: the form stays with its own, and the others become unfinished forms. */
export function useSplit({ prefix, joinBatch, current, empty }: BatchOptions) {
  const navigate = useNavigate();
  return async (files: readonly File[]) => {
    const { keepBatch } = await import('./keep-batch');
    const others = files.filter((file) => file !== current);
    const isFirst = others.length < files.length;
    const batch = { id: randomText(), place: 1, of: files.length };
    const [form] = await keepBatch(prefix, others, empty, { ...batch, place: isFirst ? 2 : 1 });
    if (isFirst) joinBatch(batch);
    else await navigate({ to: '/submit-expense', state: { form }, replace: true });
  };
}

/** Leaves a saved form: for the next one of its batch, at once if there is nothing to read, or for the list. */
export function useLeaving(isSaved: boolean, hasWarning: boolean, { prefix, formKey, batch }: BatchOptions) {
  const navigate = useNavigate();
  const leave = useEffectEvent(async () => {
    const form = batch && (await import('./keep-batch')).nextOf(prefix, batch, formKey);
    // The back button must not lead to the saved form, or attach its uploaded receipt again.
    if (form) await navigate({ to: '/submit-expense', state: { form }, replace: true });
    else await navigate({ to: '/my-expenses', replace: true });
  });
  const delay = batch && !hasWarning ? 0 : REDIRECT_MS;
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => void leave(), delay);
    return () => clearTimeout(timer);
  }, [isSaved, delay]);
}
