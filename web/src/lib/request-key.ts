import { useState } from 'react';
import { randomText } from './random-text';

function createRequestKeys() {
  let last: { content: readonly unknown[]; key: string } | null = null;
  return {
    /** The same key while every part of the content is the same: text by what it says, a file by being the same one. */
    keyFor: (...content: readonly unknown[]): string => {
      const isSame = last?.content.length === content.length && content.every((part, at) => part === last?.content[at]);
      if (!last || !isSame) last = { content, key: randomText() };
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
