import { useDeferredValue } from 'react';

/**
 * What a query has answered. The first answer is there once it is drawn, which happens aside and bit by bit: drawn in one
 * go, a long list would hold up everything else. What comes after it is there at once.
 */
export function useArrived<Data>(data: Data | undefined): Data | undefined {
  return useDeferredValue(data) === undefined ? undefined : data;
}
