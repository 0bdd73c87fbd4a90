import { createExpenseRoute, listAllExpensesRoute, type ExpenseJson } from '@outlay/contracts';
import { inParallel } from '@outlay/concurrency';
import { SeededRandom } from '@outlay/seed';
import { claim } from '@outlay/testing/claims';
import { amendedApprovalProblem, shownApprovalProblem } from './amended-approvals.js';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { resultOf } from './claims.js';
import { addPerson, withInstallation, type Installation, type SignedIn } from './installation.js';
import { amend, decide, pay, readReview, type ReviewEvent } from './review-calls.js';

const TRIALS = 1000;
const TRIALS_AT_ONCE = 4;
const ACTIONS_AT_ONCE = 4;
const ACTIONS = ['amount', 'reimbursement', 'category', 'approve', 'revert', 'pay'] as const;

/** Amends, approves, reverts and pays one expense in all orders, and then compares each approval with its figures. */
export const amendedApprovals: Check = {
  number: 16,
  name: 'no figure is amended behind an approval or a payment',
  fullScale: TRIALS,
  run: (context, scale) =>
    withInstallation((installation) => amendInAllOrders(context, installation, countAt(TRIALS, scale))),
};

async function amendInAllOrders(context: CheckContext, installation: Installation, count: number) {
  const { api, admin, product } = installation;
  const tally = new Tally(context, count);
  const random = new SeededRandom(`amendments ${context.seed}`);
  const owner = await addPerson(installation, 'partner', 'owner');
  const admins = [admin, await addPerson(installation, 'super_admin', 'second')] as const;
  const trails = new Map<string, readonly ReviewEvent[]>();
  const failures = new Map<string, string>();
  await inParallel(
    Array.from({ length: count }, (_, trial) => trial),
    TRIALS_AT_ONCE,
    async (trial) => {
      // Amounts of different trials differ, so that no trial refuses the approvals of another.
      const amount = (step: number) => trial * 20 + step + 1;
      const body = claim({ amount: String(amount(0)) });
      const { expense } = await api.call(createExpenseRoute, { token: owner.token, body });
      const seen = await decide(api, 'approve', random.pick(admins), expense);
      const acts = Array.from({ length: ACTIONS_AT_ONCE }, (_, step) =>
        act(random, installation, random.pick(admins), seen, amount(step + 1)),
      );
      await Promise.all(acts).catch((error: unknown) => failures.set(expense.id, messageOf(error)));
      trails.set(expense.id, await readReview(product.eventStore, expense));
      context.onProgress(trails.size, count);
    },
  );
  const listed = new Map((await api.call(listAllExpensesRoute, { token: admin.token })).map((one) => [one.id, one]));
  let amended = 0;
  for (const [id, events] of trails) {
    if (events.filter(({ type }) => type === 'ExpenseApproved').length > 1) amended += 1;
    tally.add(failures.get(id) ?? amendedApprovalProblem(events) ?? shownApprovalProblem(events, listed.get(id)));
  }
  tally.note(`${amended} expenses were approved more than once.`);
  return tally.outcome();
}

function act(
  random: SeededRandom,
  { api }: Installation,
  by: SignedIn,
  seen: ExpenseJson,
  amount: number,
): Promise<unknown> {
  const revision = random.boolean(0.5) ? seen.revision : undefined;
  const action = random.pick(ACTIONS);
  switch (action) {
    case 'amount':
      return resultOf(amend(api, by, seen, { revision, original: { amount } }));
    case 'reimbursement':
      return resultOf(amend(api, by, seen, { revision, reimbursement: { amount, reason: 'Agreed' } }));
    case 'category':
      return resultOf(amend(api, by, seen, { revision, metadata: { category: 'IT' } }));
    case 'pay':
      return resultOf(pay(api, by, seen));
    default:
      return resultOf(decide(api, action, by, seen, revision));
  }
}
