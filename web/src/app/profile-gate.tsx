import { maySubmit } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { profileFailed } from '#strings/settings';
import { logout } from '#strings/shell';
import { ApiError, isTransient } from '#lib/errors';
import { logFailure } from '#lib/log';
import { ProfileContext, profileQuery } from '#lib/profile';
import { askBeforeSignOut, endSession, signOut } from '#lib/session';
import { Button } from '#ui/button';
import { LoadFailure } from '#ui/load-failure';
import { lazyPart } from '#ui/lazy-part';
import { LoadingScreen } from '#ui/loading-screen';
import { Toaster } from '#ui/toaster';
import { useBackground } from './use-background';
import { Commands } from './commands/commands';

const SignOutDialog = lazyPart(() => import('./sign-out-dialog'));

export function ProfileGate({ children = <Outlet /> }: { children?: ReactNode }) {
  const query = useQuery(profileQuery);
  const { data: profile, error } = query;
  // A fault or an outage of the server does not end the session, which would lose a draft.
  const refused = error instanceof ApiError && error.status < 500 && !isTransient(error);

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

  useBackground(profile?.id);
  const [leaving, setLeaving] = useState(0);
  useEffect(() => askBeforeSignOut(setLeaving), []);

  if (!profile && error !== null && !refused) {
    return (
      <main className="mx-auto grid min-h-dvh max-w-md content-center gap-3 p-6">
        <LoadFailure query={query} fallback={profileFailed} />
        <Button variant="link" className="justify-self-start" onClick={() => void signOut()}>
          {logout}
        </Button>
      </main>
    );
  }
  if (!profile || refused) return <LoadingScreen />;
  return (
    <ProfileContext value={profile}>
      <Commands>{children}</Commands>
      <Toaster />
      {leaving > 0 && <SignOutDialog kept={leaving} onClose={() => setLeaving(0)} />}
    </ProfileContext>
  );
}
