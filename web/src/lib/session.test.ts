import { describe, expect, test } from '@jest/globals';
import { aToken, aUser } from '../app/testing/builders';
import { onUserChange } from './session';

const mine = aToken(aUser());
const theirs = aToken(aUser({ id: 'user-2', email: 'eve@example.com' }));
const mineAnew = aToken(aUser({ email: 'ada.before@example.com' }));

describe('a token stored by another tab', () => {
  test.each([
    ['is somebody else’s', 'token', mine, theirs, 1],
    ['is a newer one of the same user', 'token', mine, mineAnew, 0],
    ['is gone', 'token', mine, null, 0],
    ['is the first there is', 'token', null, theirs, 0],
    ['is no token but something else stored', 'user', mine, theirs, 0],
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
