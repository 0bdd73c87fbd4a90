import { join } from 'node:path';
import type { EventMetadata, ExpenseEvent } from '@outlay/contracts';
import { eventHash, openEventStore, type NewEvent } from '@outlay/event-store';
import { systemIds } from '@outlay/time';
import type { Load } from './load.js';

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

const WORDS =
  'dinner lunch taxi airport hotel train auditors client workshop conference laptop monitor flight parking'.split(' ');
const CATEGORIES = ['Restaurant', 'Hotel', 'Taxi / Ride', 'IT'];
const AT_ONCE = 1000;
/** The word is in a claim of every thousand. */
export const RARE = 'Qumran';

/** Half of the claims are the first owner's; of the others each has his own name. Every second claim is approved. @returns events */
export async function appendClaims(dataDir: string, owner: Owner, count: number): Promise<number> {
  let events = 0;
  const store = await openEventStore({ file: join(dataDir, 'events.db') });
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    await Promise.all(numbers.map((number) => append(number)));
  }
  await store.close();
  return events;

  async function append(number: number): Promise<void> {
    const stream = `expense-${systemIds.uuid()}`;
    const at = new Date(Date.now() - (count - number) * 1000).toISOString();
    const by = number % 2 === 0 ? owner : colleague(number);
    const submitted: ExpenseEvent = { type: 'ExpenseSubmitted', data: submission(number, by) };
    const approved: ExpenseEvent = { type: 'ExpenseApproved', data: { onRevision: 0, receiptSha256: null } };
    const stored: NewEvent[] = [];
    let previousHash: string | null = null;
    for (const { type, data } of number % 4 < 2 ? [submitted, approved] : [submitted]) {
      const actor = { id: by.id, email: by.email, role: 'partner' as const };
      const metadata: EventMetadata = {
        schemaVersion: 1,
        actor,
        at,
        correlationId: 'bench',
        causationId: null,
        previousHash,
      };
      const event: NewEvent = { id: systemIds.uuid(), type, data, metadata };
      previousHash = eventHash({ ...event, stream, revision: stored.length });
      stored.push(event);
    }
    events += stored.length;
    await store.append(stream, stored, 'no-stream');
  }
}

function colleague(number: number): Owner {
  const name = `colleague-${number % 1000}`;
  return {
    id: `00000000-0000-4000-8000-${String(number % 1000).padStart(12, '0')}`,
    name,
    email: `${name}@bench.example`,
  };
}

function submission(number: number, owner: Owner): Extract<ExpenseEvent, { type: 'ExpenseSubmitted' }>['data'] {
  const word = (step: number) => WORDS[(number * 7 + step * 5 + ((number * step) >> 4)) % WORDS.length] ?? '';
  const rare = number % 1000 === 500 ? ` ${RARE}` : '';
  return {
    details: {
      date: new Date(Date.now() - (number % 1800) * 86_400_000).toISOString().slice(0, 10),
      category: CATEGORIES[number % CATEGORIES.length] ?? null,
      justification: `${word(1)} ${word(2)} ${word(3)} ${number}${rare}`,
      amount: ((number % 90_000) / 100 + 1).toFixed(2),
      currency: 'EUR',
      classification: 'investment',
      vatAmount: null,
      noReceipt: true,
    },
    rate: { rate: '1', effectiveDate: '2026-06-12', source: 'identity', stale: false, provisional: false },
    reimbursementCurrency: 'EUR',
    opening: { expenseId: `EXP-${number.toString(36).toUpperCase().padStart(10, '0')}`, owner },
  };
}

export async function profileOf(load: Load): Promise<Owner> {
  const { id, email, first_name, last_name } = await load.json<
    Record<'id' | 'email' | 'first_name' | 'last_name', string>
  >('GET', '/api/auth/me');
  return { id, email, name: `${first_name} ${last_name}` };
}
