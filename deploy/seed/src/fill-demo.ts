import type { ExpenseJson } from '@outlay/contracts';
import { monthsBefore, type AssignableRole, type IsoDate } from '@outlay/rules';
import { createAccounts, deactivateAccounts, inviteNewcomer, Sessions } from './accounts.js';
import type { DemoClaim } from './claim.js';
import { createClaim, payClaims, reviewClaim } from './claim-requests.js';
import type { DemoClock } from './demo-clock.js';
import { DEMO_MONTHS, demoClaims } from './demo-company.js';
import { DEMO_PASSWORD, PEOPLE, type Person } from './people.js';
import { RestClient } from './rest-client.js';
import { scheduleOf, type Schedule } from './schedule.js';

/** Everybody has an account before the first purchase. */
const FOUNDED_BEFORE_MS = 3 * 86_400_000;

export interface DemoOptions {
  /** The clock of the product, which starts almost a year ago and catches up with the present. */
  readonly clock: DemoClock;
  readonly seed?: string;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface DemoResult {
  readonly logins: readonly { readonly email: string; readonly role: AssignableRole; readonly password: string }[];
  readonly counts: { readonly users: number; readonly expenses: number; readonly reports: number };
}

interface Happening {
  readonly at: Date;
  readonly run: () => Promise<void>;
}

/** `registerFirstAdmin` returns an invite token. @throws OutlayError if the server refuses a request */
export async function fillDemo(
  origin: string,
  registerFirstAdmin: () => Promise<string>,
  { clock, seed = 'outlay', onProgress }: DemoOptions,
): Promise<DemoResult> {
  const now = clock.now();
  const claims = demoClaims(seed, dayOf(now));
  const [duplicates, originals] = [claims.filter(({ duplicate }) => duplicate), claims.filter((one) => !one.duplicate)];
  const schedules = new Map(originals.map((claim, index) => [claim, scheduleOf(claim, index, now)]));
  const payments = paymentsOf(schedules);
  const total = PEOPLE.length + claims.length + payments.length;
  let done = 0;
  const reportProgress = () => onProgress?.((done += 1), total);

  const api = new RestClient(origin);
  const invite = await registerFirstAdmin();
  clock.startAt(new Date(Date.parse(monthsBefore(dayOf(now), DEMO_MONTHS)) - FOUNDED_BEFORE_MS));
  try {
    const accounts = await createAccounts(api, invite, reportProgress);
    const sessions = new Sessions(api, accounts, clock);
    const created = new Map<DemoClaim, ExpenseJson>();
    const send = async (claim: DemoClaim) => {
      const owner = await sessions.of(claim.purchase.owner);
      created.set(claim, await createClaim(api, claim, owner, dayOf(clock.now())));
      reportProgress();
    };
    const decide = async (claim: DemoClaim) => {
      const expense = created.get(claim);
      if (expense) await reviewClaim(api, claim, expense, await sessions.of(reviewerOf(claim.purchase.owner)));
    };
    const happenings: Happening[] = [...schedules].flatMap(([claim, { sentAt, decidedAt }]) => [
      { at: sentAt, run: () => send(claim) },
      ...(decidedAt ? [{ at: decidedAt, run: () => decide(claim) }] : []),
    ]);
    for (const { at, person, due } of payments) {
      const run = async () => {
        const expenses = due.flatMap((claim) => created.get(claim) ?? []);
        await payClaims(api, expenses, await sessions.of(person), await sessions.of(reviewerOf(person)));
        reportProgress();
      };
      happenings.push({ at, run });
    }
    for (const { at, run } of happenings.sort((a, b) => a.at.getTime() - b.at.getTime())) {
      clock.forwardTo(at);
      await run();
    }
    clock.catchUp();
    // The server finds a duplicate only once its original is approved.
    for (const claim of duplicates) {
      await send(claim);
      await decide(claim);
    }
    const founder = await sessions.of(PEOPLE[0]);
    await inviteNewcomer(api, founder);
    await deactivateAccounts(api, accounts, founder);
    return {
      logins: PEOPLE.filter(({ left }) => !left).map(({ email, role }) => ({ email, role, password: DEMO_PASSWORD })),
      counts: { users: accounts.length, expenses: created.size, reports: payments.length },
    };
  } finally {
    clock.catchUp();
  }
}

/** Groups the claims of one person that are due at the same time into one payment. */
function paymentsOf(schedules: ReadonlyMap<DemoClaim, Schedule>) {
  const payments = new Map<string, { readonly at: Date; readonly person: Person; readonly due: DemoClaim[] }>();
  for (const [claim, { paidAt: at }] of schedules) {
    if (at === null) continue;
    const person = claim.purchase.owner;
    const key = `${at.toISOString()} ${person.email}`;
    const payment = payments.get(key) ?? { at, person, due: [] };
    payment.due.push(claim);
    payments.set(key, payment);
  }
  return [...payments.values()];
}

/** Nobody may review their own claims. */
function reviewerOf(owner: Person): Person {
  const admins = PEOPLE.filter((person) => person.role === 'super_admin' && person !== owner);
  const reviewer = admins[PEOPLE.indexOf(owner) % admins.length];
  if (!reviewer) throw new RangeError(`Nobody may review what ${owner.email} claims`);
  return reviewer;
}

function dayOf(instant: Date): IsoDate {
  return instant.toISOString().slice(0, 10);
}
