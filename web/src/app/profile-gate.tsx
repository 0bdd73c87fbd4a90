import { maySubmit } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { isTransient } from '#lib/errors';
import { logFailure } from '#lib/log';
import { ProfileContext, profileQuery } from '#lib/profile';
import { endSession } from '#lib/session';
import { LoadingScreen } from '#ui/loading-screen';
import { Toaster } from '#ui/toaster';
import { Commands } from './commands/commands';
import { installServiceWorker } from './install';

export function ProfileGate({ children = <Outlet /> }: { children?: ReactNode }) {
  const { data: profile, error } = useQuery(profileQuery);
  // A short outage does not end the session of a known user, who would lose a draft.
  const refused = error !== null && !(profile && isTransient(error));

  useEffect(() => {
    if (error !== null) logFailure('The profile could not be fetched', error);
    if (refused) endSession();
  }, [refused, error]);

  const router = useRouter();
  const hasClaims = !profile || maySubmit(profile.role);
  // The role was not known when the route was chosen.
  useEffect(() => {
    if (!hasClaims) void router.invalidate();
  }, [hasClaims, router]);

  useEffect(installServiceWorker, []);

  if (!profile || refused) return <LoadingScreen />;
  return (
    <ProfileContext value={profile}>
      <Commands>{children}</Commands>
      <Toaster />
    </ProfileContext>
  );
}
