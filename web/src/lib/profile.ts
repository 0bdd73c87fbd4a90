import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api } from './api';
import { getStoredUser, getToken, storeUser, type StoredUser } from './session';

/** The signed-in user: the stored profile first, refetched at once. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }): Promise<StoredUser> => {
    const token = getToken();
    const profile = await api('GET /api/auth/me', { signal });
    // The session may have ended in the meantime.
    if (getToken() === token) storeUser(profile);
    return profile;
  },
  initialData: getStoredUser,
  initialDataUpdatedAt: 0,
  staleTime: 60_000,
});

export const ProfileContext = createContext<StoredUser | null>(null);

export function useProfile(): StoredUser {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error('useProfile needs the profile gate above it');
  return profile;
}
