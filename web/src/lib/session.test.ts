import { describe, expect, test } from '@jest/globals';
import { aToken, aUser } from '#app/testing/builders';
import { onUserChange } from './session';

const mine = aToken(aUser());
const theirs = aToken(aUser({ id: 'user-2', email: 'eve@example.com' }));
const mineRenewed = aToken(aUser({ email: 'ada.before@example.com' }));

describe('a storage change in another tab', () => {
  test.each([
    ['a token of another user: reported', 'token', mine, theirs, 1],
    ['a new token of the same user: ignored', 'token', mine, mineRenewed, 0],
    ['the token removed: ignored', 'token', mine, null, 0],
    ['a first token: ignored', 'token', null, theirs, 0],
    ['another key: ignored', 'user', mine, theirs, 0],
  ])('%s', (_, key, oldValue, newValue, calls) => {
    let called = 0;
    const stop = onUserChange(() => (called += 1));
    window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));
    expect(called).toBe(calls);
    stop();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: mine, newValue: theirs }));
    expect(called).toBe(calls);
  });
});
