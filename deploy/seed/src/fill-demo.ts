import type { ExpenseJson } from '@outlay/contracts';
import type { AssignableRole } from '@outlay/rules';
import { systemClock } from '@outlay/time';
import { deactivateAccounts, createAccounts, type Account } from './accounts.js';
import type { DemoClaim } from './claim.js';
import { demoClaims } from './demo-company.js';
import { createClaim, payClaims, reviewClaim } from './claim-requests.js';
import { inParallel } from './in-parallel.js';
import { DEMO_PASSWORD, PEOPLE, type Person } from './people.js';
import { RestClient } from './rest-client.js';

const CONCURRENCY = 6;

export interface DemoOptions {
  /** Today by default. The server's date may differ by a day at most. */
  readonly now?: Date;
  readonly seed?: string;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface DemoResult {
  readonly logins: readonly { readonly email: string; readonly role: AssignableRole; readonly password: string }[];
  readonly counts: { readonly users: number; readonly expenses: number; readonly reports: number };
}

/** `registerFirstAdmin` returns an invite token. @throws OutlayError if the server refuses a request */
export async function fillDemo(
  origin: string,
  registerFirstAdmin: () => Promise<string>,
  { now = systemClock.now(), seed = 'outlay', onProgress }: DemoOptions = {},
): Promise<DemoResult> {
  const today = now.toISOString().slice(0, 10);
  const claims = demoClaims(seed, today);
  const payees = PEOPLE.filter((person) => claims.some((claim) => ownedBy(person)(claim) && isPaid(claim)));
  const total = PEOPLE.length + claims.length + payees.length;
  let done = 0;
  const reportProgress = () => onProgress?.((done += 1), total);

  const api = new RestClient(origin);
  const accounts = await createAccounts(api, await registerFirstAdmin(), reportProgress);
  const created = new Map<DemoClaim, ExpenseJson>();
  const process = (batch: readonly DemoClaim[]) =>
    inParallel(batch, CONCURRENCY, async (claim) => {
      const { owner } = claim.purchase;
      const expense = await createClaim(api, claim, accountOf(accounts, owner), today);
      await reviewClaim(api, claim, expense, reviewerOf(accounts, owner));
      created.set(claim, expense);
      reportProgress();
    });
  await process(claims.filter(({ duplicate }) => !duplicate));
  // The server finds a duplicate only once its original is approved.
  await process(claims.filter(({ duplicate }) => duplicate));

  for (const person of payees) {
    const due = claims.filter((claim) => ownedBy(person)(claim) && isPaid(claim));
    const expenses = due.flatMap((claim) => created.get(claim) ?? []);
    await payClaims(api, expenses, accountOf(accounts, person), reviewerOf(accounts, person));
    reportProgress();
  }
  await deactivateAccounts(api, accounts, accountOf(accounts, PEOPLE[0]));
  return {
    logins: PEOPLE.filter(({ left }) => !left).map(({ email, role }) => ({ email, role, password: DEMO_PASSWORD })),
    counts: { users: accounts.length, expenses: created.size, reports: payees.length },
  };
}

function ownedBy(person: Person) {
  return ({ purchase }: DemoClaim) => purchase.owner === person;
}

function isPaid({ outcome }: DemoClaim): boolean {
  return outcome.status === 'paid';
}

function accountOf(accounts: readonly Account[], person: Person): Account {
  const account = accounts.find((candidate) => candidate.person === person);
  if (!account) throw new RangeError(`No account of ${person.email}`);
  return account;
}

/** Nobody may review their own claims. */
function reviewerOf(accounts: readonly Account[], owner: Person): Account {
  const admins = accounts.filter(({ person }) => person.role === 'super_admin' && person !== owner);
  const reviewer = admins[PEOPLE.indexOf(owner) % admins.length];
  if (!reviewer) throw new RangeError(`Nobody may review what ${owner.email} claims`);
  return reviewer;
}
