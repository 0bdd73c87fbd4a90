import { describe, expect, test } from '@jest/globals';
import { aToken, aUser } from '#app/testing/builders';
import { offeredToken, settleOffer, takeHandedToken } from './handed-token';
import { getToken, setToken } from './session';

const mine = aToken(aUser());
const theirs = aToken(aUser({ id: 'user-2', email: 'eve@example.com' }));

describe('a token in a link', () => {
  test('is stored where nobody is logged in, and leaves the address with the rest kept', () => {
    const left = takeHandedToken(`/submit-expense?uploaded=a.png&token=${mine}#top`);
    expect(left).toBe('/submit-expense?uploaded=a.png#top');
    expect(getToken()).toBe(mine);
    expect(offeredToken()).toBeNull();
  });

  test('never replaces a login by itself, but may be accepted', () => {
    setToken(mine);
    takeHandedToken(`/submit-expense?token=${theirs}`);
    expect(getToken()).toBe(mine);
    expect(offeredToken()).toBe(theirs);
    settleOffer(true);
    expect(getToken()).toBe(theirs);
    expect(offeredToken()).toBeNull();
  });

  test('is forgotten where the offer is declined', () => {
    setToken(mine);
    takeHandedToken(`/submit-expense?token=${theirs}`);
    settleOffer(false);
    expect(getToken()).toBe(mine);
    expect(offeredToken()).toBeNull();
  });

  test('is no offer where it is the login that is already there', () => {
    setToken(mine);
    expect(takeHandedToken(`/submit-expense?token=${mine}`)).toBe('/submit-expense');
    expect(offeredToken()).toBeNull();
  });

  test('is no offer where it is an older login of the same user', () => {
    setToken(mine);
    const older = aToken(aUser({ email: 'ada.before@example.com' }));
    expect(older).not.toBe(mine);
    takeHandedToken(`/submit-expense?token=${older}`);
    expect(offeredToken()).toBeNull();
    expect(getToken()).toBe(mine);
  });

  test.each([`/my-expenses?token=${mine}`, '/submit-expense?token=garbage', '/submit-expense?token='])(
    '%s leaves the address and is not believed',
    (href) => {
      expect(takeHandedToken(href)).not.toContain('token');
      expect(getToken()).toBeNull();
    },
  );

  test('an address without one is left alone', () => {
    expect(takeHandedToken('/submit-expense?uploaded=a.png')).toBeNull();
  });
});
