import type { ExpenseJson } from '@outlay/contracts';
import type { AssignableRole } from '@outlay/rules';
import { systemClock } from '@outlay/time';
import { closeAccounts, openAccounts, type Account } from './accounts.js';
import type { DemoClaim } from './claim.js';
import { demoClaims } from './demo-company.js';
import { fileClaim, payClaims, reviewClaim } from './filing.js';
import { inParallel } from './in-parallel.js';
import { DEMO_PASSWORD, PEOPLE, type Person } from './people.js';
import { RestClient } from './rest-client.js';

const AT_A_TIME = 6;

export interface DemoOptions {
  /** The day the sample ends on, the system's by default. The server must agree within a day. */
  readonly now?: Date;
  readonly seed?: string;
  /** Called after each user, claim and payment. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface DemoResult {
  /** Everybody who may sign in. */
  readonly logins: readonly { readonly email: string; readonly role: AssignableRole; readonly password: string }[];
  readonly counts: { readonly users: number; readonly expenses: number; readonly reports: number };
}

/**
 * Fills an empty installation with a sample company, through the REST API at `origin` and nothing else.
 * `registerFirstAdmin` gives the invite token of the first super admin. Throws an OutlayError where the server refuses.
 */
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
  const step = () => onProgress?.((done += 1), total);

  const api = new RestClient(origin);
  const accounts = await openAccounts(api, await registerFirstAdmin(), step);
  const filed = new Map<DemoClaim, ExpenseJson>();
  const process = (batch: readonly DemoClaim[]) =>
    inParallel(batch, AT_A_TIME, async (claim) => {
      const { owner } = claim.purchase;
      const expense = await fileClaim(api, claim, accountOf(accounts, owner), today);
      await reviewClaim(api, claim, expense, reviewerOf(accounts, owner));
      filed.set(claim, expense);
      step();
    });
  await process(claims.filter(({ duplicate }) => !duplicate));
  // A duplicate is one only once what it repeats is approved.
  await process(claims.filter(({ duplicate }) => duplicate));

  for (const person of payees) {
    const due = claims.filter((claim) => ownedBy(person)(claim) && isPaid(claim));
    const expenses = due.flatMap((claim) => filed.get(claim) ?? []);
    await payClaims(api, expenses, accountOf(accounts, person), reviewerOf(accounts, person));
    step();
  }
  await closeAccounts(api, accounts, accountOf(accounts, PEOPLE[0]));
  return {
    logins: PEOPLE.filter(({ left }) => !left).map(({ email, role }) => ({ email, role, password: DEMO_PASSWORD })),
    counts: { users: accounts.length, expenses: filed.size, reports: payees.length },
  };
}

function ownedBy(person: Person) {
  return ({ purchase }: DemoClaim) => purchase.owner === person;
}

function isPaid({ fate }: DemoClaim): boolean {
  return fate.status === 'paid';
}

function accountOf(accounts: readonly Account[], person: Person): Account {
  const account = accounts.find((candidate) => candidate.person === person);
  if (!account) throw new RangeError(`No account of ${person.email}`);
  return account;
}

/** A super admin who is not the owner: nobody decides on money for themselves. */
function reviewerOf(accounts: readonly Account[], owner: Person): Account {
  const admins = accounts.filter(({ person }) => person.role === 'super_admin' && person !== owner);
  // The same reviewer for the same person; not everything falls to the founder.
  const reviewer = admins[PEOPLE.indexOf(owner) % admins.length];
  if (!reviewer) throw new RangeError(`Nobody may review what ${owner.email} claims`);
  return reviewer;
}
