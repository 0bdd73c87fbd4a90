import { expect, test } from '@jest/globals';
import type { UserJson } from '@outlay/contracts';
import { QueryClient } from '@tanstack/react-query';
import { answer, aToken, aUser, hold, server } from '../app/testing';
import { profileQuery } from './profile';
import { endSession, getStoredUser, setToken } from './session';

test('a profile is remembered, but not that of a session that has ended meanwhile', async () => {
  const { held, release } = hold<UserJson>();
  server.use(answer('GET /api/auth/me', () => held));
  setToken(aToken());
  const asked = new QueryClient().fetchQuery(profileQuery);
  endSession();
  release(aUser());
  await asked;
  expect(getStoredUser()).toBeUndefined();

  setToken(aToken());
  await new QueryClient().fetchQuery(profileQuery);
  expect(getStoredUser()).toMatchObject({ id: aUser().id });
});
