import { GetTokenScreen } from '../features/get-token/get-token-screen';
import { NotLoggedIn } from '../features/get-token/not-logged-in';
import { getToken } from '../lib/session';
import { ProfileGate } from './profile-gate';
import { Shell } from './shell/shell';

/** In the layout as the others; but who has no token is told so here, and not sent away (specification §2). */
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
