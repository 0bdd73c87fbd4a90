import { createExpenseRoute, createOnBehalfRoute } from '@outlay/contracts';
import type { Clock } from '@outlay/time';
import { answerTo, claim } from './claims.js';
import { messageOf, type Tally } from './check.js';
import { dateQuestions, type DateQuestion } from './date-questions.js';
import { hire, logIn, type Office, type SignedIn } from './open-product.js';
import { everyNth } from './override-boundaries.js';

const MESSAGES = {
  'in the future': 'Future dates are not allowed.',
  'too old': 'Dates older than 12 months are not allowed.',
} as const;

/** A clock that goes on as the machine's until it is set. */
export class SetClock implements Clock {
  private at: number | null = null;

  now(): Date {
    return this.at === null ? new Date() : new Date(this.at);
  }

  set(instant: string): void {
    this.at = Date.parse(instant);
  }
}

/** Each is asked by the owner's form and by the admin's. */
export const DATES = 2 * dateQuestions().flat().length;

export async function tryDates(office: Office, clock: SetClock, tally: Tally, share: number): Promise<void> {
  const { user } = await hire(office, 'partner', 'owner');
  const zone = process.env.TZ;
  try {
    for (const questions of everyNth(dateQuestions(), share)) {
      const [first] = questions;
      if (!first) continue;
      clock.set(first.now);
      process.env.TZ = first.zone;
      // Sessions are as old as the clock says.
      const people = { owner: await logIn(office.api, user.first_name), admin: await logIn(office.api, 'root') };
      for (const question of questions) {
        tally.add(problemOf(question, 'the form', await askByForm(office, people.owner, question)));
        tally.add(problemOf(question, 'the admin’s form', await askOnBehalf(office, people, question)));
      }
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
}

/** Null for a claim that was made, else why it was not. */
type Refused = string | null;

function askByForm({ api }: Office, { token }: SignedIn, { date, clientDay }: DateQuestion): Promise<Refused> {
  const body = claim({ date, ...(clientDay !== null && { today: clientDay }) });
  return refusalOf(api.call(createExpenseRoute, { token, body }));
}

function askOnBehalf(
  { api }: Office,
  { owner, admin }: { owner: SignedIn; admin: SignedIn },
  { date, clientDay }: DateQuestion,
): Promise<Refused> {
  const body = {
    user_id: owner.user.id,
    date,
    category: 'Restaurant',
    justification: 'Dinner',
    amount: 10,
    currency: 'EUR',
    ...(clientDay !== null && { today: clientDay }),
  };
  return refusalOf(api.call(createOnBehalfRoute, { token: admin.token, body }));
}

async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  const answer = await answerTo(call).catch(messageOf);
  if (typeof answer === 'string') return answer;
  return 'refusal' in answer ? answer.refusal.message : null;
}

function problemOf(
  { now, zone, clientDay, date, answer }: DateQuestion,
  form: string,
  refused: Refused,
): string | null {
  const isRight = answer === 'accepted' ? refused === null : refused !== null && refused.includes(MESSAGES[answer]);
  if (isRight) return null;
  const asked = `${date} in ${form} on ${clientDay ?? 'an unknown day'}, the server at ${now} in ${zone}`;
  return `${asked}: ${refused ?? 'accepted'}, though it is ${answer}`;
}
