import { approveExpenseRoute, createExpenseRoute, type ExpenseJson } from '@outlay/contracts';
import { inParallel } from '@outlay/seed';
import { answerTo, claim } from './claims.js';
import { countAt, messageOf, Tally, type Check, type CheckContext, type Outcome } from './check.js';
import { hire, withProduct, type Office, type SignedIn } from './open-product.js';

const RACES_AT_ONCE = 4;
const BOTH = [0, 1] as const;

export const twinApprovals: Check = {
  number: 7,
  name: 'of two twin claims, at most one is approved without “Approve Anyway”',
  fullScale: 1000,
  run: (context, scale) => withProduct((office) => raceTwins(context, office, countAt(1000, scale), {})),
};

/** Approves both of two claims that look alike at once, by two super admins; `decision` is what each says. */
export async function raceTwins(
  context: CheckContext,
  office: Office,
  count: number,
  decision: { approve_anyway?: boolean },
): Promise<Outcome> {
  const tally = new Tally(context, count);
  const owner = await hire(office, 'partner', 'twin');
  const admins = [office.admin, await hire(office, 'super_admin', 'second')] as const;
  let neither = 0;
  await inParallel(
    Array.from({ length: count }, (_, race) => race),
    RACES_AT_ONCE,
    async (race) => {
      const approved = await raceOf(office, owner, admins, (1 + race / 100).toFixed(2), decision).catch(messageOf);
      tally.add(
        typeof approved === 'string' ? approved : approved > 1 ? `Both twins of race ${race} are approved` : null,
      );
      if (approved === 0) neither += 1;
    },
  );
  tally.note(`In ${neither} races neither was approved: each was refused for the sake of the other.`);
  return tally.outcome();
}

async function raceOf(
  { api }: Office,
  owner: SignedIn,
  admins: readonly [SignedIn, SignedIn],
  amount: string,
  decision: { approve_anyway?: boolean },
): Promise<number> {
  const submit = () => api.call(createExpenseRoute, { token: owner.token, body: claim({ amount }) });
  const twins = [(await submit()).expense, (await submit()).expense] as const;
  const approve = ({ token }: SignedIn, { id }: ExpenseJson) =>
    answerTo(api.call(approveExpenseRoute, { token, params: { id }, body: decision }));
  const answers = await Promise.all(BOTH.map((index) => approve(admins[index], twins[index])));
  const refusals = answers.flatMap((answer) => ('refusal' in answer ? [answer.refusal] : []));
  const other = refusals.find(({ code }) => code !== 'POSSIBLE_DUPLICATE');
  if (other) throw other;
  return answers.length - refusals.length;
}
