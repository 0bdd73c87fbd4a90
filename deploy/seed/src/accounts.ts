import { createInviteRoute, loginRoute, registerRoute, updateUserRoute } from '@outlay/contracts';
import { inParallel } from './in-parallel.js';
import { DEMO_PASSWORD, INVITED, PEOPLE, type Person } from './people.js';
import type { RestClient } from './rest-client.js';

const CONCURRENCY = 6;

export interface Account {
  readonly person: Person;
  readonly userId: string;
  readonly token: string;
}

/** The first person registers with the given invite, the others with invites from the first. */
export async function createAccounts(api: RestClient, firstInvite: string, onCreated: () => void): Promise<Account[]> {
  const [founder, ...others] = PEOPLE;
  const first = await createAccount(api, founder, firstInvite);
  onCreated();
  const invite = (body: { email: string; role: Person['role']; expires_in_days?: number }) =>
    api.call(createInviteRoute, { token: first.token, body });
  const accounts = await inParallel(others, CONCURRENCY, async (person) => {
    const { token } = await invite({ email: person.email, role: person.role });
    const account = await createAccount(api, person, token);
    onCreated();
    return account;
  });
  await invite(INVITED);
  return [first, ...accounts];
}

export async function deactivateAccounts(api: RestClient, accounts: readonly Account[], by: Account): Promise<void> {
  for (const { userId } of accounts.filter(({ person }) => person.left)) {
    await api.call(updateUserRoute, { token: by.token, params: { id: userId }, body: { status: 'inactive' } });
  }
}

async function createAccount(api: RestClient, person: Person, inviteToken: string): Promise<Account> {
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
