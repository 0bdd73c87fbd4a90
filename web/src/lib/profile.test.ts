import { expect, test } from '@jest/globals';
import type { UserJson } from '@outlay/contracts';
import { QueryClient } from '@tanstack/react-query';
import { answer, aToken, aUser, hold, server } from '#app/testing';
import { profileQuery } from './profile';
import { endSession, getStoredUser, setToken } from './session';

test('a fetched profile is stored, unless the session has ended in the meantime', async () => {
  const { held, release } = hold<UserJson>();
  server.use(answer('GET /api/auth/me', () => held));
  setToken(aToken());
  const fetched = new QueryClient().fetchQuery(profileQuery);
  endSession();
  release(aUser());
  await fetched;
  expect(getStoredUser()).toBeUndefined();

  setToken(aToken());
  await new QueryClient().fetchQuery(profileQuery);
  expect(getStoredUser()).toMatchObject({ id: aUser().id });
});
