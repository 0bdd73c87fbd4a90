import {
  amendExpenseRoute,
  approveExpenseRoute,
  createExpenseRoute,
  downloadReportRoute,
  exchangeRateRoute,
  listOwnExpensesRoute,
  listOwnReportsRoute,
  payExpensesRoute,
  previewReportRoute,
} from '@outlay/contracts';
import { inParallel } from '@outlay/concurrency';
import { SeededRandom } from '@outlay/seed';
import { eventually } from '@outlay/testing/eventually';
import { readSheet } from 'read-excel-file/node';
import { claim, recentDay } from '@outlay/testing/claims';
import { countAt, messageOf, Tally, type Check } from './check.js';
import { exact, times, toText } from './exact.js';
import { addPerson, withInstallation, type Installation, type SignedIn } from './installation.js';
import { disagreement, type PaidBatch } from './report-figures.js';

const BATCHES_AT_ONCE = 4;
const MAX_BATCH = 12;
const REPORT_MS = 30_000;
const CURRENCIES = ['EUR', 'USD', 'GBP', 'KES', 'NGN', 'XOF', 'XAF', 'GHS', 'EGP', 'LBP', 'UGX', 'IDR', 'VND'] as const;

export const reportTotals: Check = {
  number: 8,
  name: 'report total = Σ paid = spreadsheet = json, per currency',
  fullScale: 500,
  run: (context, scale) =>
    withInstallation(async (installation) => {
      const count = countAt(500, scale);
      const tally = new Tally(context, count);
      const random = new SeededRandom(`reports ${context.seed}`);
      const people = await inParallel(['EUR', 'USD', 'EUR', 'USD'] as const, 2, (currency) =>
        addPerson(installation, 'partner', `${currency.toLowerCase()}${random.int(1, 1e9)}`, currency),
      );
      const rates = new Rates(installation);
      const paid = { EUR: 0, USD: 0 };
      await inParallel(
        Array.from({ length: count }, (_, index) => index),
        BATCHES_AT_ONCE,
        async (index) => {
          const person = people[index % people.length] ?? installation.admin;
          const batch = await payBatch(installation, person, random, rates).catch(messageOf);
          tally.add(typeof batch === 'string' ? batch : disagreement(batch));
          if (typeof batch !== 'string') paid[batch.report.currency === 'EUR' ? 'EUR' : 'USD'] += batch.paid.length;
        },
      );
      tally.note(`${paid.EUR} expenses paid in EUR and ${paid.USD} in USD.`);
      return tally.outcome();
    }),
};

async function payBatch(
  installation: Installation,
  person: SignedIn,
  random: SeededRandom,
  rates: Rates,
): Promise<PaidBatch> {
  const { api, admin } = installation;
  const ids = await Promise.all(
    Array.from({ length: random.int(1, MAX_BATCH) }, () => approvedClaim(installation, person, random, rates)),
  );
  const body = { expense_ids: ids, user_name: person.user.first_name };
  const { payment_id } = await api.call(payExpensesRoute, { token: admin.token, body });
  const { token } = person;
  const report = await eventually(async () => {
    const { reports } = await api.call(listOwnReportsRoute, { token });
    return reports.find((one) => one.payment_id === payment_id && one.status === 'ready');
  }, REPORT_MS);
  const params = { filename: report.filename };
  const file = await api.send(downloadReportRoute, { token, params });
  const own = await api.call(listOwnExpensesRoute, { token });
  return {
    paid: own.filter((expense) => expense.payment_id === payment_id),
    report,
    preview: await api.call(previewReportRoute, { token, params }),
    sheet: await readSheet(Buffer.from(await file.arrayBuffer())),
  };
}

async function approvedClaim(
  { api, admin }: Installation,
  person: SignedIn,
  random: SeededRandom,
  rates: Rates,
): Promise<string> {
  const currency = random.pick(CURRENCIES);
  const amount = (random.int(1, random.boolean(0.5) ? 10_000 : 100_000_000) / 100).toFixed(2);
  const isOverridden = currency !== person.user.reimbursement_currency && random.boolean(0.25);
  const override = isOverridden && {
    override_exchange_rate: await rates.within(currency, person.user.reimbursement_currency, random),
    override_reason: 'Bank statement',
  };
  const { token } = person;
  const { expense } = await api.call(createExpenseRoute, { token, body: claim({ amount, currency, ...override }) });
  const request = { token: admin.token, params: { id: expense.id } };
  if (random.boolean(0.1)) {
    const reimbursement = { amount: random.int(1, 100_000) / 100, reason: 'Agreed' };
    await api.call(amendExpenseRoute, { ...request, body: { reimbursement } });
  }
  // Random amounts may make duplicates.
  await api.call(approveExpenseRoute, { ...request, body: { approve_anyway: true } });
  return expense.id;
}

class Rates {
  private readonly cache = new Map<string, Promise<number>>();

  constructor(private readonly installation: Installation) {}

  async within(from: string, to: string, random: SeededRandom): Promise<string> {
    const pair = `${from}/${to}`;
    const query = { from, to, date: recentDay() };
    const rate =
      this.cache.get(pair) ?? this.installation.api.call(exchangeRateRoute, { query }).then((reply) => reply.rate);
    this.cache.set(pair, rate);
    return toText(times(exact(await rate), { units: BigInt(random.int(9500, 10_500)), places: 4 }));
  }
}
