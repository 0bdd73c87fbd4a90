import { useState } from 'react';
import { randomText } from './random-text';

function createIdempotencyKeys() {
  let last: { content: readonly unknown[]; key: string } | null = null;
  return {
    /** The same key while every part of the content is the same: strings by value, files by identity. */
    keyFor: (...content: readonly unknown[]): string => {
      const isSame = last?.content.length === content.length && content.every((part, at) => part === last?.content[at]);
      if (!last || !isSame) last = { content, key: randomText() };
      return last.key;
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
