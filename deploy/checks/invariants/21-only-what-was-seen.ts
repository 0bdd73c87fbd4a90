import {
  amendExpenseRoute,
  approveExpenseRoute,
  createExpenseRoute,
  revertExpenseRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { inParallel } from '@outlay/concurrency';
import { SeededRandom } from '@outlay/seed';
import { claim } from '@outlay/testing/claims';
import { countAt, messageOf, Tally, type Check } from './check.js';
import { resultOf } from './claims.js';
import { addPeople, addPerson, withInstallation, type Installation, type SignedIn } from './installation.js';
import {
  askToPay,
  readPaid,
  paidInAnswer,
  answerProblem,
  type PaidExpenses,
  type PaymentAnswer,
} from './payment-answers.js';

const RACES = 1000;
const RACES_AT_ONCE = 3;
const PAYEES = 6;

export const onlyWhatWasSeen: Check = {
  number: 21,
  name: 'a payment pays only the figures its payer saw',
  fullScale: RACES,
  run: (context, scale) =>
    withInstallation(async (installation) => {
      const count = countAt(RACES, scale);
      const tally = new Tally(context, count);
      const random = new SeededRandom(`figures ${context.seed}`);
      const payees = await addPeople(installation, 'partner', 'payee', PAYEES);
      const second = await addPerson(installation, 'super_admin', 'second');
      const outcomes = { refused: 0, 'paid in part': 0, paid: 0 };
      await inParallel(
        Array.from({ length: count }, (_, race) => race),
        RACES_AT_ONCE,
        async (race) => {
          const payee = payees[race % PAYEES] ?? second;
          const answer = await payWhileChanging(installation, payee, second, random, race).catch(messageOf);
          if (typeof answer === 'string') return tally.add(answer);
          const paid = await readPaid(installation.product.eventStore, answer.batch);
          tally.add(answerProblem(answer, paid) ?? seenProblem(answer, paid));
          const paidCount = paidInAnswer(answer).length;
          outcomes[paidCount === 0 ? 'refused' : paidCount < answer.batch.length ? 'paid in part' : 'paid'] += 1;
        },
      );
      tally.note(
        `Of the payments: ${Object.entries(outcomes)
          .map(([what, n]) => `${n} ${what}`)
          .join(', ')}.`,
      );
      return tally.outcome();
    }),
};

/** Null if everything that is paid was paid at the revision that the payer saw, and a refusal paid nothing. */
export function seenProblem({ batch, result }: PaymentAnswer, paid: PaidExpenses): string | null {
  for (const { expense_id, revision } of batch) {
    const [payment] = paid.get(expense_id) ?? [];
    if (!payment) continue;
    if ('rejection' in result) return `${expense_id} is paid, though the payment was refused`;
    if (payment.revision !== revision) return `${expense_id} is paid at revision ${payment.revision}, not ${revision}`;
  }
  if ('reply' in result || result.rejection.code === 'VERSION_CONFLICT') return null;
  return `Refused with ${result.rejection.code}: ${result.rejection.message}`;
}

async function payWhileChanging(
  { api, admin }: Installation,
  { token }: SignedIn,
  second: SignedIn,
  random: SeededRandom,
  race: number,
): Promise<PaymentAnswer> {
  const approve = async (id: string) =>
    (await api.call(approveExpenseRoute, { token: second.token, params: { id }, body: { approve_anyway: true } }))
      .expense;
  const batch = await Promise.all(
    Array.from({ length: random.int(1, 4) }, async (_, index) => {
      const amount = (1 + (race * 10 + index) / 100).toFixed(2);
      const { expense } = await api.call(createExpenseRoute, { token, body: claim({ amount }) });
      return approve(expense.id);
    }),
  );
  const shown = {
    expected_total: batch.reduce((sum, { reimbursement_amount }) => sum + (reimbursement_amount ?? 0), 0),
    revisions: Object.fromEntries(batch.map(({ expense_id, revision }) => [expense_id, revision])),
  };
  const changed = random.pick(batch as [ExpenseJson, ...ExpenseJson[]]);
  const request = { token: second.token, params: { id: changed.id } };
  const amend = (body: object) => resultOf(api.call(amendExpenseRoute, { ...request, body }));
  const change = random.pick([
    () => amend({ reimbursement: { amount: 0.5, reason: 'Agreed' }, approve_anyway: true }),
    () => amend({ original: { amount: 900 + race / 100 }, approve_anyway: true }),
    () => resultOf(api.call(revertExpenseRoute, { ...request, body: {} })),
    async () => {
      const reverted = await resultOf(api.call(revertExpenseRoute, { ...request, body: {} }));
      if ('reply' in reverted) await resultOf(approve(changed.id));
    },
  ]);
  const when = random.pick(['before', 'during', 'during', 'after']);
  if (when === 'before') await change();
  const [answer] = await Promise.all([askToPay(api, admin, batch, { shown }), when === 'during' ? change() : null]);
  if (when === 'after') await change();
  return answer;
}
