import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { isTransient } from '../lib/errors';
import { logFailure } from '../lib/log';
import { ProfileContext, profileQuery } from '../lib/profile';
import { endSession } from '../lib/session';
import { LoadingScreen } from '../ui/loading-screen';
import { Toaster } from '../ui/toaster';
import { Commands } from './commands/commands';
import { installServiceWorker } from './install';

/** Everything that needs a login: shown once it is known who is there, from the last visit's memory if there is one. */
export function ProfileGate({ children = <Outlet /> }: { children?: ReactNode }) {
  const { data: profile, error } = useQuery(profileQuery);
  // A server that is away for a moment does not throw out who was here before: their draft would go with them.
  const refused = error !== null && !(profile && isTransient(error));

  useEffect(() => {
    if (!refused) return;
    logFailure('The profile could not be fetched', error);
    endSession();
  }, [refused, error]);

  useEffect(installServiceWorker, []);

  if (!profile || refused) return <LoadingScreen />;
  return (
    <ProfileContext value={profile}>
      <Commands>{children}</Commands>
      <Toaster />
    </ProfileContext>
  );
}
