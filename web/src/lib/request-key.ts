import { useState } from 'react';

/** Random text. Not `crypto.randomUUID`, which browsers keep from pages that came without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function createRequestKeys() {
  let last: { content: readonly unknown[]; key: string } | null = null;
  return {
    /** The same key while every part of the content is the same: text by what it says, a file by being the same one. */
    keyFor: (...content: readonly unknown[]): string => {
      const isSame = last?.content.length === content.length && content.every((part, at) => part === last?.content[at]);
      if (!last || !isSame) last = { content, key: newKey() };
      return last.key;
    },
    /** The server has it: the same content again would be meant as another. */
    taken: () => {
      last = null;
    },
  };
}

/**
 * Names what is sent, so that a retry after a lost answer has no second effect: one key for a content until the server
 * took it, however often it is sent.
 */
export function useRequestKeys() {
  return useState(createRequestKeys)[0];
}
