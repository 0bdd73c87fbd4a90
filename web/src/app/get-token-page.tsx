import { GetTokenScreen } from '#features/get-token/get-token-screen';
import { NotLoggedIn } from '#features/get-token/not-logged-in';
import { getToken } from '#lib/session';
import { ProfileGate } from './profile-gate';
import { Shell } from './shell/shell';

/**
 * The page has the layout of other screens, but shows a message without a token instead of redirecting.
 */
export function GetTokenPage() {
  const token = getToken();
  if (token === null) return <NotLoggedIn />;
  return (
    <ProfileGate>
      <Shell>
        <GetTokenScreen token={token} />
      </Shell>
    </ProfileGate>
  );
}
