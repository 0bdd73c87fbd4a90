import { createInviteRoute, loginRoute, registerRoute, updateUserRoute } from '@outlay/contracts';
import { inParallel } from './in-parallel.js';
import { DEMO_PASSWORD, INVITED, PEOPLE, type Person } from './people.js';
import type { RestClient } from './rest-client.js';

const AT_A_TIME = 6;

export interface Account {
  readonly person: Person;
  readonly userId: string;
  readonly token: string;
}

/** Registers everybody and signs them in: the first with the token given, the others by the first one's invites. */
export async function openAccounts(api: RestClient, firstInvite: string, onOpened: () => void): Promise<Account[]> {
  const [founder, ...others] = PEOPLE;
  const first = await openAccount(api, founder, firstInvite);
  onOpened();
  const invite = (body: { email: string; role: Person['role']; expires_in_days?: number }) =>
    api.call(createInviteRoute, { token: first.token, body });
  const rest = await inParallel(others, AT_A_TIME, async (person) => {
    const { token } = await invite({ email: person.email, role: person.role });
    const account = await openAccount(api, person, token);
    onOpened();
    return account;
  });
  await invite(INVITED);
  return [first, ...rest];
}

/** Locks the accounts of those who have left. */
export async function closeAccounts(api: RestClient, accounts: readonly Account[], by: Account): Promise<void> {
  for (const { userId } of accounts.filter(({ person }) => person.left)) {
    await api.call(updateUserRoute, { token: by.token, params: { id: userId }, body: { status: 'inactive' } });
  }
}

async function openAccount(api: RestClient, person: Person, inviteToken: string): Promise<Account> {
  const { email, firstName, lastName, reimbursementCurrency } = person;
  const body = {
    email,
    password: DEMO_PASSWORD,
    first_name: firstName,
    last_name: lastName,
    reimbursement_currency: reimbursementCurrency,
    invite_token: inviteToken,
  };
  const { user } = await api.call(registerRoute, { body });
  const { token } = await api.call(loginRoute, { body: { email, password: DEMO_PASSWORD } });
  return { person, userId: user.id, token };
}
