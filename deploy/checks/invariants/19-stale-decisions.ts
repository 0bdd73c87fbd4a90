import { createExpenseRoute, type ExpenseJson } from '@outlay/contracts';
import { inParallel } from '@outlay/concurrency';
import { SeededRandom } from '@outlay/seed';
import { claim } from '@outlay/testing/claims';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { resultOf } from './claims.js';
import { addPerson, withInstallation, type Installation, type SignedIn } from './installation.js';
import { DECISIONS, decide, readReview } from './review-calls.js';
import { decisionProblem } from './stale-decisions.js';

const TRIALS = 1000;
const TRIALS_AT_ONCE = 4;
const AT_ONCE = 4;

/** Two reviewers decide at once on current and on outdated revisions; then one repeats, and the other comes late. */
export const staleDecisions: Check = {
  number: 19,
  name: 'only the decision that was made on a revision is confirmed to whoever made it',
  fullScale: TRIALS,
  run: (context, scale) =>
    withInstallation((installation) => decideOnRevisions(context, installation, countAt(TRIALS, scale))),
};

async function decideOnRevisions(context: CheckContext, installation: Installation, count: number) {
  const tally = new Tally(context, count);
  const random = new SeededRandom(`stale decisions ${context.seed}`);
  const owner = await addPerson(installation, 'partner', 'owner');
  const admins = [installation.admin, await addPerson(installation, 'super_admin', 'second')] as const;
  let stale = 0;
  await inParallel(
    Array.from({ length: count }, (_, trial) => trial),
    TRIALS_AT_ONCE,
    async (trial) => {
      const body = claim({ amount: (1 + trial / 100).toFixed(2) });
      const { expense } = await installation.api.call(createExpenseRoute, { token: owner.token, body });
      const decided = await decideAtOnce(random, installation, admins, expense).catch(messageOf);
      if (typeof decided === 'string') return tally.add(decided);
      stale += decided.stale;
      tally.add(decided.problem ?? (await repeatAndFollow(random, installation, admins, expense).catch(messageOf)));
    },
  );
  tally.note(`${stale} decisions were refused as outdated.`);
  return tally.outcome();
}

async function decideAtOnce(
  random: SeededRandom,
  { api, product }: Installation,
  admins: readonly [SignedIn, SignedIn],
  expense: ExpenseJson,
): Promise<{ problem: string | null; stale: number }> {
  const first = await decide(api, random.pick(DECISIONS), random.pick(admins), expense, expense.revision);
  const requests = Array.from({ length: AT_ONCE }, () => ({
    decision: random.pick(DECISIONS),
    by: random.pick(admins),
    revision: random.pick([expense.revision, first.revision] as const),
  }));
  const results = await Promise.all(
    requests.map(({ decision, by, revision }) => resultOf(decide(api, decision, by, expense, revision))),
  );
  const events = await readReview(product.eventStore, expense);
  const problems = requests.map(({ decision, by, revision }, index) => {
    const result = results[index];
    const answer = result && 'reply' in result ? result.reply.revision : (result?.rejection.code ?? 'INTERNAL');
    return decisionProblem(events, { decision, by: by.user.email, revision, answer });
  });
  const stale = results.filter((result) => 'rejection' in result).length;
  return { problem: problems.find((problem) => problem !== null) ?? null, stale };
}

async function repeatAndFollow(
  random: SeededRandom,
  { api, product }: Installation,
  admins: readonly [SignedIn, SignedIn],
  expense: ExpenseJson,
): Promise<string | null> {
  const [by, other] = random.shuffle(admins);
  if (!by || !other) return 'There are two reviewers';
  const last = (await readReview(product.eventStore, expense)).at(-1);
  const revision = last?.revision ?? expense.revision;
  const decision = last?.type === 'ExpenseApproved' ? random.pick(['reject', 'revert'] as const) : 'approve';
  const decided = await decide(api, decision, by, expense, revision);
  const again = await resultOf(decide(api, decision, by, expense, revision));
  if ('rejection' in again) return `The repetition of ${decision} was refused: ${again.rejection.code}`;
  if (again.reply.revision !== decided.revision) return `The repetition of ${decision} made another revision`;
  const late = await resultOf(decide(api, decision, other, expense, revision));
  if ('reply' in late) return `Another reviewer's ${decision} on the outdated revision ${revision} was confirmed`;
  return late.rejection.code === 'VERSION_CONFLICT' ? null : `A late ${decision} was refused as ${late.rejection.code}`;
}
