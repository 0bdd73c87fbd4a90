import { createInviteRoute, loginRoute, registerRoute, type UserJson } from '@outlay/contracts';
import type { AssignableRole, ReimbursementCurrency } from '@outlay/rules';
import type { RestClient } from '@outlay/seed';

export const PASSWORD = 'Correct-Horse-7';

export const FIRST_ADMIN = { email: 'rosa@example.org', first: 'Rosa', last: 'Root' } as const;

export interface SignedIn {
  readonly user: UserJson;
  readonly token: string;
}

export async function signUp(
  api: RestClient,
  invite: string,
  who: { email: string; first: string; last: string; currency?: ReimbursementCurrency },
): Promise<SignedIn> {
  const { email, first, last, currency = 'EUR' } = who;
  const body = {
    email,
    password: PASSWORD,
    first_name: first,
    last_name: last,
    reimbursement_currency: currency,
    invite_token: invite,
  };
  await api.call(registerRoute, { body });
  return api.call(loginRoute, { body: { email, password: PASSWORD } });
}

export async function join(api: RestClient, admin: SignedIn, role: AssignableRole, first: string): Promise<SignedIn> {
  const email = `${first.toLowerCase()}@example.org`;
  const { token } = await api.call(createInviteRoute, { token: admin.token, body: { email, role } });
  return signUp(api, token, { email, first, last: 'Tester' });
}
