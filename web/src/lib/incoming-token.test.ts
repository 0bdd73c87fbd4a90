import { describe, expect, test } from '@jest/globals';
import { aToken, aUser } from '#app/testing/builders';
import { offeredToken, settleOffer, takeIncomingToken } from './incoming-token';
import { getToken, setToken } from './session';

const mine = aToken(aUser());
const theirs = aToken(aUser({ id: 'user-2', email: 'eve@example.com' }));

describe('a token in a link', () => {
  test('is stored without a session, and only the token leaves the URL', () => {
    const left = takeIncomingToken(`/submit-expense?uploaded=a.png&token=${mine}#top`);
    expect(left).toBe('/submit-expense?uploaded=a.png#top');
    expect(getToken()).toBe(mine);
    expect(offeredToken()).toBeNull();
  });

  test('is offered during another session and stored when accepted', () => {
    setToken(mine);
    takeIncomingToken(`/submit-expense?token=${theirs}`);
    expect(getToken()).toBe(mine);
    expect(offeredToken()).toBe(theirs);
    settleOffer(true);
    expect(getToken()).toBe(theirs);
    expect(offeredToken()).toBeNull();
  });

  test('is discarded when declined', () => {
    setToken(mine);
    takeIncomingToken(`/submit-expense?token=${theirs}`);
    settleOffer(false);
    expect(getToken()).toBe(mine);
    expect(offeredToken()).toBeNull();
  });

  test('is not offered if it is the current token', () => {
    setToken(mine);
    expect(takeIncomingToken(`/submit-expense?token=${mine}`)).toBe('/submit-expense');
    expect(offeredToken()).toBeNull();
  });

  test('is not offered if it belongs to the same user', () => {
    setToken(mine);
    const older = aToken(aUser({ email: 'ada.before@example.com' }));
    expect(older).not.toBe(mine);
    takeIncomingToken(`/submit-expense?token=${older}`);
    expect(offeredToken()).toBeNull();
    expect(getToken()).toBe(mine);
  });

  test('replaces an expired one of the same user', () => {
    const expired = aToken(aUser(), { exp: 1 });
    setToken(expired);
    takeIncomingToken(`/submit-expense?token=${theirs}`);
    expect(getToken()).toBe(expired);
    takeIncomingToken(`/submit-expense?token=${mine}`);
    expect(getToken()).toBe(mine);
  });

  test.each([`/my-expenses?token=${mine}`, '/submit-expense?token=garbage', '/submit-expense?token='])(
    'is removed from %s and not stored',
    (href) => {
      expect(takeIncomingToken(href)).not.toContain('token');
      expect(getToken()).toBeNull();
    },
  );

  test('a URL without a token stays unchanged', () => {
    expect(takeIncomingToken('/submit-expense?uploaded=a.png')).toBeNull();
  });
});
