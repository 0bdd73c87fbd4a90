import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInviteRoute, loginRoute, registerRoute, type UserJson } from '@outlay/contracts';
import type { AssignableRole, ReimbursementCurrency } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import { inParallel, RestClient } from '@outlay/seed';
import { firstInvite } from '@outlay/composition';
import { createStandalone, type Standalone } from '@outlay/standalone';

const PASSWORD = 'Correct-Horse-7';
const LOGINS_AT_ONCE = 4;

export interface SignedIn {
  readonly user: UserJson;
  readonly token: string;
}

export interface Office {
  readonly product: Standalone;
  readonly dataDir: string;
  readonly origin: string;
  readonly api: RestClient;
  readonly admin: SignedIn;
}

/** The whole product on a folder of its own, listening, with its first super admin; gone when the work is done. */
export async function withProduct<T>(work: (office: Office) => Promise<T>, clock?: Clock): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'outlay-verify-'));
  const product = await createStandalone({ dataDir, webRoot: null, clock, logger: ['error'] });
  try {
    await product.gateway.listen(0, '127.0.0.1');
    const origin = await product.gateway.getUrl();
    const api = new RestClient(origin);
    const admin = await register(api, (await firstInvite(product.messages)) ?? '', 'root', 'EUR');
    return await work({ product, dataDir, origin, api, admin });
  } finally {
    // Whoever gave up waiting has left connections on which nothing was ever asked; closing would wait for those.
    product.gateway.getHttpServer().closeAllConnections();
    await product.close();
    await rm(dataDir, { recursive: true });
  }
}

/** Registers by an invite and logs in. */
export async function register(
  api: RestClient,
  invite: string,
  name: string,
  currency: ReimbursementCurrency,
): Promise<SignedIn> {
  const body = {
    email: `${name}@example.org`,
    password: PASSWORD,
    first_name: name,
    last_name: 'Tester',
    reimbursement_currency: currency,
    invite_token: invite,
  };
  await api.call(registerRoute, { body });
  return logIn(api, name);
}

export function logIn(api: RestClient, name: string): Promise<SignedIn> {
  return api.call(loginRoute, { body: { email: `${name}@example.org`, password: PASSWORD } });
}

/** Invites somebody, who registers and logs in. */
export async function hire(
  { api, admin }: Pick<Office, 'api' | 'admin'>,
  role: AssignableRole,
  name: string,
  currency: ReimbursementCurrency = 'EUR',
): Promise<SignedIn> {
  const body = { email: `${name}@example.org`, role };
  const { token } = await api.call(createInviteRoute, { token: admin.token, body });
  return register(api, token, name, currency);
}

/** As many people of a role, by numbered names. */
export function hireMany(
  office: Pick<Office, 'api' | 'admin'>,
  role: AssignableRole,
  name: string,
  count: number,
): Promise<SignedIn[]> {
  const names = Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
  return inParallel(names, LOGINS_AT_ONCE, (one) => hire(office, role, one));
}
