import { useState } from 'react';
import { hasCode, isOutcomeUnknown } from './errors';
import { randomText } from './random-text';

function createIdempotencyKeys() {
  let last: { content: readonly unknown[]; key: string; mayHaveArrived: boolean } | null = null;
  return {
    /**
     * The same key while every part of the content is the same: strings by value, files by identity. Also for other
     * content while an earlier request may have arrived, so that the server accepts only one of them.
     */
    keyFor: (...content: readonly unknown[]): string => {
      const isSame = last?.content.length === content.length && content.every((part, at) => part === last?.content[at]);
      if (!last || !(isSame || last.mayHaveArrived)) last = { content, key: randomText(), mayHaveArrived: false };
      return last.key;
    },
    failed: (error: unknown) => {
      if (last && isOutcomeUnknown(error)) last.mayHaveArrived = true;
      if (hasCode(error, 'IDEMPOTENCY_KEY_REUSED')) last = null;
    },
    /** Goes on with the key of an attempt from before, which may have arrived. */
    resume: (key: string) => {
      last = { content: [], key, mayHaveArrived: true };
    },
    /** Call it after success: sending the same content again then means a second request. */
    reset: () => {
      last = null;
    },
  };
}

/** Idempotency keys: one key per content until the server accepts it, so that a retry has no second effect. */
export function useIdempotencyKeys() {
  return useState(createIdempotencyKeys)[0];
}
