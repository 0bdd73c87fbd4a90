import { useDeferredValue } from 'react';

/** Defers only the first data, so that rendering a long list does not block the page. */
export function useDeferredData<Data>(data: Data | undefined): Data | undefined {
  return useDeferredValue(data) === undefined ? undefined : data;
}
