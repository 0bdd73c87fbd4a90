import { amendExpenseRoute, deleteDraftRoute, reviseExpenseRoute, type ExpenseJson } from '@outlay/contracts';
import type { SeededRandom } from '@outlay/seed';
import type { Company, Person } from './company.js';

const CURRENCIES = ['EUR', 'USD', 'XOF', 'JPY', 'KES'] as const;

export interface RandomHistory {
  readonly expenses: string[];
  readonly payments: string[];
  readonly people: string[];
  /** The days of the events. */
  readonly day: string;
}

/** Makes claims of two people with everything that can happen to one, and payments of them. */
export async function randomHistory(company: Company, random: SeededRandom, claims: number): Promise<RandomHistory> {
  const people = [company.mia, company.paul];
  const history = {
    expenses: [] as string[],
    payments: [] as string[],
    people: people.map(({ user }) => user.id),
    day: company.today(),
  };
  for (const person of people) {
    let approved: ExpenseJson[] = [];
    for (let n = 0; n < claims; n += 1) {
      const expense = await claimOf(company, random, person);
      history.expenses.push(expense.id);
      if (expense.status === 'approved') approved.push(expense);
      if (approved.length === 0 || (n < claims - 1 && !random.boolean(0.3))) continue;
      history.payments.push((await company.reportOf(...approved)).payment_id);
      approved = [];
    }
  }
  return history;
}

async function claimOf(company: Company, random: SeededRandom, as: Person): Promise<ExpenseJson> {
  const fields = {
    currency: random.pick(CURRENCIES),
    amount: (random.int(1000, 9_999_999) / 100).toFixed(2),
    justification: random.pick(['Dinner', '=1+1', '"Quoted", and\nlined', 'Zürich → Łódź 🚆']),
    status: random.pick(['draft', 'submitted', 'submitted', 'submitted', 'submitted']),
  };
  const expense = await company.claim(fields, { as });
  if (expense.status === 'draft') return random.boolean(0.5) ? withdrawn(company, expense, as) : expense;
  if (random.boolean(0.2)) await company.reject(expense);
  if (as === company.paul && random.boolean(0.5)) {
    const rate = ((expense.fetched_exchange_rate ?? 1) * 1.02).toPrecision(6);
    const form = company.form({ ...fields, override_exchange_rate: rate, override_reason: 'Card statement' });
    await company.api.call(reviseExpenseRoute, { as, params: { id: expense.id }, form });
  }
  if (random.boolean(0.2)) return expense;
  const approved = await company.approve(expense);
  if (random.boolean(0.3)) await amend(company, random, approved);
  return approved;
}

async function withdrawn(company: Company, expense: ExpenseJson, as: Person): Promise<ExpenseJson> {
  await company.api.call(deleteDraftRoute, { as, params: { id: expense.id } });
  return expense;
}

async function amend(company: Company, random: SeededRandom, { id }: ExpenseJson): Promise<void> {
  const amount = random.int(100, 99_999) / 100;
  const json = random.pick<object>([
    { reimbursement: { amount, reason: 'Agreed' } },
    { original: { amount } },
    { metadata: { category: 'IT' } },
  ]);
  await company.api.call(amendExpenseRoute, { as: company.root, params: { id }, json });
}
