import { expect, jest, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';

const loaded: string[] = [];
jest.unstable_mockModule('#lib/forget-person', () => {
  loaded.push('what signing out needs');
  return {};
});
jest.unstable_mockModule('#expense/offline-message', () => {
  loaded.push('what a list says');
  return {};
});
const { startBackground } = await import('./background');

test('loads ahead what is needed without a network', async () => {
  const over = new AbortController();
  startBackground(new QueryClient(), 'user-1', over.signal);
  await waitFor(() => expect(loaded.toSorted()).toEqual(['what a list says', 'what signing out needs']));
  over.abort();
});
