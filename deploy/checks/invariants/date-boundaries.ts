import { createExpenseRoute, createOnBehalfRoute } from '@outlay/contracts';
import type { Clock } from '@outlay/time';
import { claim } from '@outlay/testing/claims';
import { resultOf } from './claims.js';
import { messageOf, type Tally } from './check.js';
import { dateCases, type DateCase } from './date-cases.js';
import { addPerson, logIn, type Installation, type SignedIn } from './installation.js';
import { everyNth } from './override-boundaries.js';

const MESSAGES = {
  'in the future': 'Future dates are not allowed.',
  'too old': 'Dates older than 12 months are not allowed.',
} as const;

export class SettableClock implements Clock {
  private at: number | null = null;

  now(): Date {
    return this.at === null ? new Date() : new Date(this.at);
  }

  set(instant: string): void {
    this.at = Date.parse(instant);
  }
}

/** Each case is sent by the owner and on behalf of the owner. */
export const DATES = 2 * dateCases().flat().length;

export async function checkDates(
  installation: Installation,
  clock: SettableClock,
  tally: Tally,
  share: number,
): Promise<void> {
  const { user } = await addPerson(installation, 'partner', 'owner');
  const zone = process.env.TZ;
  try {
    for (const cases of everyNth(dateCases(), share)) {
      const [first] = cases;
      if (!first) continue;
      clock.set(first.now);
      process.env.TZ = first.zone;
      // The sessions of another time would have expired.
      const people = {
        owner: await logIn(installation.api, user.first_name),
        admin: await logIn(installation.api, 'root'),
      };
      for (const dateCase of cases) {
        tally.add(problemOf(dateCase, 'the form', await createByForm(installation, people.owner, dateCase)));
        tally.add(problemOf(dateCase, 'the admin’s form', await createOnBehalf(installation, people, dateCase)));
      }
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
}

type Rejection = string | null;

function createByForm({ api }: Installation, { token }: SignedIn, { date, clientDay }: DateCase): Promise<Rejection> {
  const body = claim({ date, ...(clientDay !== null && { today: clientDay }) });
  return rejectionOf(api.call(createExpenseRoute, { token, body }));
}

function createOnBehalf(
  { api }: Installation,
  { owner, admin }: { owner: SignedIn; admin: SignedIn },
  { date, clientDay }: DateCase,
): Promise<Rejection> {
  const body = {
    user_id: owner.user.id,
    date,
    category: 'Restaurant',
    justification: 'Dinner',
    amount: 10,
    currency: 'EUR',
    no_receipt: true,
    ...(clientDay !== null && { today: clientDay }),
  };
  return rejectionOf(api.call(createOnBehalfRoute, { token: admin.token, body }));
}

async function rejectionOf(call: Promise<unknown>): Promise<Rejection> {
  const result = await resultOf(call).catch(messageOf);
  if (typeof result === 'string') return result;
  return 'rejection' in result ? result.rejection.message : null;
}

function problemOf(
  { now, zone, clientDay, date, expected }: DateCase,
  form: string,
  rejection: Rejection,
): string | null {
  const isRight =
    expected === 'accepted' ? rejection === null : rejection !== null && rejection.includes(MESSAGES[expected]);
  if (isRight) return null;
  const description = `${date} in ${form} on ${clientDay ?? 'an unknown day'}, the server at ${now} in ${zone}`;
  return `${description}: ${rejection ?? 'accepted'} instead of ${expected}`;
}
