import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loginRoute } from '@outlay/contracts';
import { RestClient } from '@outlay/seed';
import { Load, measure } from '../bench/load.js';
import { ADMIN, benchClaim, CLAIMANT, invite, jsonCall, newUser, PASSWORD } from '../bench/requests.js';
import type { Company, Login } from '../browser/sample-company.js';
import { freePort, printedInvite, startProduct } from '@outlay/harness';

const EXPENSES = 10_000;
const CACHE = join('node_modules', '.cache', 'outlay-web-bench');

/** One partner has 10,000 expenses. The data is cached for a month. */
export async function withLargeInstallation<Result>(use: (company: Company) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'outlay-web-bench-'));
  const dataDir = join(folder, 'data');
  try {
    await cp(await cachedData(), dataDir, { recursive: true });
    return await withKeptInstallation(dataDir, use);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The installation of `npm run bench -- --scale N --keep`, which is changed. */
export async function withKeptInstallation<Result>(
  dataDir: string,
  use: (company: Company) => Promise<Result>,
): Promise<Result> {
  const product = await startProduct({ dataDir, port: await freePort() });
  try {
    return await use(await loadLargeInstallation(product.origin));
  } finally {
    await product.stop();
  }
}

/** The folder is named by the hash of the recipe of its content. */
async function cachedData(): Promise<string> {
  const date = `${new Date().toISOString().slice(0, 7)}-01`;
  const recipe = JSON.stringify([EXPENSES, ADMIN, CLAIMANT, PASSWORD, benchClaim(date, 0)]);
  const cached = join(CACHE, createHash('sha256').update(recipe).digest('hex').slice(0, 16));
  if (existsSync(cached)) return cached;
  await rm(CACHE, { recursive: true, force: true });
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${cached}.unfinished`;
  const product = await startProduct({ dataDir: unfinished, port: await freePort() });
  try {
    const anonymous = new Load(product.origin);
    const admin = await newUser(anonymous, ADMIN, await printedInvite(product));
    const claimant = await newUser(anonymous, CLAIMANT, await invite(admin, CLAIMANT, 'partner'));
    const { failures } = await measure(EXPENSES, 10, (i) =>
      claimant.call(jsonCall('/api/expenses', benchClaim(date, i))),
    );
    if (failures > 0) throw new Error(`${failures} of ${EXPENSES} expenses were rejected`);
  } finally {
    await product.stop();
  }
  await rename(unfinished, cached);
  return cached;
}

async function loadLargeInstallation(origin: string): Promise<Company> {
  const api = new RestClient(origin);
  const logIn = (email: string): Promise<Login> => api.call(loginRoute, { body: { email, password: PASSWORD } });
  const [admin, partner] = await Promise.all([logIn(ADMIN), logIn(CLAIMANT)]);
  return { origin, logins: { admin, partner, member: partner } };
}
