import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInviteRoute, loginRoute, registerRoute, type UserJson } from '@outlay/contracts';
import type { AssignableRole, ReimbursementCurrency } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import { inParallel } from '@outlay/concurrency';
import { RestClient } from '@outlay/seed';
import { firstInvite } from '@outlay/composition';
import { createStandalone, type Standalone } from '@outlay/standalone';

const PASSWORD = 'Correct-Horse-7';
const LOGINS_AT_ONCE = 4;

export interface SignedIn {
  readonly user: UserJson;
  readonly token: string;
}

export interface RunningProduct {
  readonly product: Standalone;
  readonly dataDir: string;
  readonly origin: string;
  readonly api: RestClient;
}

export interface Installation extends RunningProduct {
  readonly admin: SignedIn;
}

interface ProductOptions {
  readonly clock?: Clock;
  /** False if the check itself causes the errors. */
  readonly logsErrors?: boolean;
}

export async function withInstallation<T>(
  work: (installation: Installation) => Promise<T>,
  {
    dataDir: kept,
    ...options
  }: ProductOptions & { /** A folder that is removed, by default. */ readonly dataDir?: string } = {},
): Promise<T> {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'outlay-checks-')));
  try {
    return await withProduct(
      dataDir,
      async (running) => {
        const invite = (await firstInvite(running.product.messages)) ?? '';
        return work({ ...running, admin: await register(running.api, invite, 'root', 'EUR') });
      },
      options,
    );
  } finally {
    if (kept === undefined) await rm(dataDir, { recursive: true });
  }
}

export async function withProduct<T>(
  dataDir: string,
  work: (running: RunningProduct) => Promise<T>,
  { clock, logsErrors = true }: ProductOptions = {},
): Promise<T> {
  const product = await createStandalone({ dataDir, webRoot: null, clock, logger: [logsErrors ? 'error' : 'fatal'] });
  try {
    await product.gateway.listen(0, '127.0.0.1');
    const origin = await product.gateway.getUrl();
    return await work({ product, dataDir, origin, api: new RestClient(origin) });
  } finally {
    // Closing would wait for idle connections of requests that timed out.
    product.gateway.getHttpServer().closeAllConnections();
    await product.close();
  }
}

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

export async function addPerson(
  { api, admin }: Pick<Installation, 'api' | 'admin'>,
  role: AssignableRole,
  name: string,
  currency: ReimbursementCurrency = 'EUR',
): Promise<SignedIn> {
  const body = { email: `${name}@example.org`, role };
  const { token } = await api.call(createInviteRoute, { token: admin.token, body });
  return register(api, token, name, currency);
}

export function addPeople(
  installation: Pick<Installation, 'api' | 'admin'>,
  role: AssignableRole,
  name: string,
  count: number,
): Promise<SignedIn[]> {
  const names = Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
  return inParallel(names, LOGINS_AT_ONCE, (one) => addPerson(installation, role, one));
}
