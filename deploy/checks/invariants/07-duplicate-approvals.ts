import { approveExpenseRoute, createExpenseRoute, type ExpenseJson } from '@outlay/contracts';
import { inParallel } from '@outlay/concurrency';
import { claim } from '@outlay/testing/claims';
import { resultOf } from './claims.js';
import { countAt, messageOf, Tally, type Check, type CheckContext, type Outcome } from './check.js';
import { addPerson, withInstallation, type Installation, type SignedIn } from './installation.js';

const RACES_AT_ONCE = 4;
const BOTH = [0, 1] as const;

export const duplicateApprovals: Check = {
  number: 7,
  name: 'of two duplicates, at most one is approved without “Approve Anyway”',
  fullScale: 1000,
  run: (context, scale) =>
    withInstallation((installation) => raceDuplicates(context, installation, countAt(1000, scale), {})),
};

export async function raceDuplicates(
  context: CheckContext,
  installation: Installation,
  count: number,
  decision: { approve_anyway?: boolean },
): Promise<Outcome> {
  const tally = new Tally(context, count);
  const owner = await addPerson(installation, 'partner', 'owner');
  const admins = [installation.admin, await addPerson(installation, 'super_admin', 'second')] as const;
  let neither = 0;
  await inParallel(
    Array.from({ length: count }, (_, race) => race),
    RACES_AT_ONCE,
    async (race) => {
      const approved = await approveBoth(installation, owner, admins, (1 + race / 100).toFixed(2), decision).catch(
        messageOf,
      );
      tally.add(
        typeof approved === 'string' ? approved : approved > 1 ? `Both duplicates of race ${race} are approved` : null,
      );
      if (approved === 0) neither += 1;
    },
  );
  tally.note(`In ${neither} races neither was approved, because each was a duplicate of the other.`);
  return tally.outcome();
}

async function approveBoth(
  { api }: Installation,
  owner: SignedIn,
  admins: readonly [SignedIn, SignedIn],
  amount: string,
  decision: { approve_anyway?: boolean },
): Promise<number> {
  const submit = () => api.call(createExpenseRoute, { token: owner.token, body: claim({ amount }) });
  const claims = [(await submit()).expense, (await submit()).expense] as const;
  const approve = ({ token }: SignedIn, { id }: ExpenseJson) =>
    resultOf(api.call(approveExpenseRoute, { token, params: { id }, body: decision }));
  const results = await Promise.all(BOTH.map((index) => approve(admins[index], claims[index])));
  const rejections = results.flatMap((result) => ('rejection' in result ? [result.rejection] : []));
  const other = rejections.find(({ code }) => code !== 'POSSIBLE_DUPLICATE');
  if (other) throw other;
  return results.length - rejections.length;
}
