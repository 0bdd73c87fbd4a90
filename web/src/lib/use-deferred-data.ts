import { useDeferredValue } from 'react';

/**
 * A query's data; the first data is deferred, so that rendering a long list does not block the page. Later data is
 * returned at once.
 */
export function useDeferredData<Data>(data: Data | undefined): Data | undefined {
  return useDeferredValue(data) === undefined ? undefined : data;
}
