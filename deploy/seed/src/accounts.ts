import { inParallel } from '@outlay/concurrency';
import { createInviteRoute, loginRoute, registerRoute, SESSION_SECONDS, updateUserRoute } from '@outlay/contracts';
import type { Clock } from '@outlay/time';
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
  return [first, ...accounts];
}

export async function inviteNewcomer(api: RestClient, { token }: Account): Promise<void> {
  await api.call(createInviteRoute, { token, body: INVITED });
}

/** Signs people in again once their session has ended. */
export class Sessions {
  private readonly signedIn = new Map<Person, { readonly account: Account; readonly at: number }>();

  constructor(
    private readonly api: RestClient,
    private readonly accounts: readonly Account[],
    private readonly clock: Clock,
  ) {}

  async of(person: Person): Promise<Account> {
    const at = this.clock.now().getTime();
    const known = this.signedIn.get(person);
    if (known && at - known.at < SESSION_SECONDS * 500) return known.account;
    const account = this.accounts.find((candidate) => candidate.person === person);
    if (!account) throw new RangeError(`No account of ${person.email}`);
    const renewed = { ...account, token: await signIn(this.api, person) };
    this.signedIn.set(person, { account: renewed, at });
    return renewed;
  }
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
  return { person, userId: user.id, token: await signIn(api, person) };
}

async function signIn(api: RestClient, { email }: Person): Promise<string> {
  return (await api.call(loginRoute, { body: { email, password: DEMO_PASSWORD } })).token;
}
