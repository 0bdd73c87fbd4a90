import { approveExpenseRoute, createExpenseRoute, type ExpenseJson } from '@outlay/contracts';
import { inParallel } from '@outlay/concurrency';
import { SeededRandom } from '@outlay/seed';
import { claim } from '@outlay/testing/claims';
import { countAt, messageOf, Tally, type Check } from './check.js';
import { addPeople, withInstallation, type Installation, type SignedIn } from './installation.js';
import {
  askToPay,
  readPaid,
  refusalProblem,
  paidInAnswer,
  answerProblem,
  type PaymentAnswer,
} from './payment-answers.js';

interface Sent {
  readonly first: readonly PaymentAnswer[];
  readonly again: readonly PaymentAnswer[];
}

const RACES = 1000;
const RACES_AT_ONCE = 3;
const PAYEES = 6;

export const onePayer: Check = {
  number: 15,
  name: 'one payment is announced to one person',
  fullScale: RACES,
  run: (context, scale) =>
    withInstallation(async (installation) => {
      const count = countAt(RACES, scale);
      const tally = new Tally(context, count);
      const random = new SeededRandom(`payers ${context.seed}`);
      const payees = await addPeople(installation, 'partner', 'payee', PAYEES);
      const admins = [installation.admin, ...(await addPeople(installation, 'super_admin', 'admin', 2))] as const;
      let refused = 0;
      let inPart = 0;
      await inParallel(
        Array.from({ length: count }, (_, race) => race),
        RACES_AT_ONCE,
        async (race) => {
          const payee = payees[race % PAYEES] ?? installation.admin;
          const sent = await payAtOnce(installation, payee, admins, random, race).catch(messageOf);
          if (typeof sent === 'string') return tally.add(sent);
          const answers = [...sent.first, ...sent.again];
          const batch = [...new Set(answers.flatMap((answer) => answer.batch))];
          const paid = await readPaid(installation.product.eventStore, batch);
          const problems = answers.map((answer) => answerProblem(answer, paid) ?? refusalProblem(answer, paid));
          tally.add(
            problems.find((problem) => problem !== null) ?? announcementProblem(answers) ?? repetitionProblem(sent),
          );
          refused += answers.filter(({ result }) => 'rejection' in result).length;
          inPart += answers.filter((answer) => paidInAnswer(answer).length % answer.batch.length > 0).length;
        },
      );
      tally.note(`${refused} requests were refused with the payer's name, ${inPart} were paid in part.`);
      return tally.outcome();
    }),
};

/** Null if one payer was told that it is paid, and no other was. */
export function announcementProblem(answers: readonly PaymentAnswer[]): string | null {
  const answeredTo = new Map<string, string>();
  for (const answer of answers) {
    const request = [answer.payerId, answer.key, answer.batch.map(({ id }) => id).sort()].join();
    for (const id of paidInAnswer(answer)) {
      if ((answeredTo.get(id) ?? request) !== request) return `Two requests were told that ${id} is paid`;
      answeredTo.set(id, request);
    }
  }
  return answeredTo.size > 0 ? null : 'Nobody was told that anything is paid';
}

function repetitionProblem({ first, again }: Sent): string | null {
  const textOf = (answers: readonly PaymentAnswer[]) => JSON.stringify(answers.map(paidInAnswer));
  return textOf(first) === textOf(again) ? null : `${textOf(first)} became ${textOf(again)} when it was asked again`;
}

async function payAtOnce(
  { api, admin }: Installation,
  { token }: SignedIn,
  admins: readonly [SignedIn, ...SignedIn[]],
  random: SeededRandom,
  race: number,
): Promise<Sent> {
  const batch = await Promise.all(
    Array.from({ length: random.int(2, 5) }, async (_, index) => {
      const amount = (1 + (race * 10 + index) / 100).toFixed(2);
      const { expense } = await api.call(createExpenseRoute, { token, body: claim({ amount }) });
      const request = { token: admin.token, params: { id: expense.id }, body: {} };
      return (await api.call(approveExpenseRoute, request)).expense;
    }),
  );
  const requests = Array.from({ length: random.int(2, 4) }, () => ({
    payer: random.pick(admins),
    part: random.boolean(0.5) ? batch : partOf(batch, random),
    key: random.boolean(0.5) ? `race-${race}-${random.int(1, 2)}` : null,
  }));
  const ask = ({ payer, part, key }: (typeof requests)[number]) => {
    const ofSet =
      key &&
      `${key}-${part
        .map(({ id }) => batch.findIndex((one) => one.id === id))
        .sort()
        .join('')}`;
    return askToPay(api, payer, part, { key: ofSet });
  };
  const first = await Promise.all(requests.map(ask));
  return { first, again: await Promise.all(requests.map(ask)) };
}

function partOf(batch: readonly ExpenseJson[], random: SeededRandom): ExpenseJson[] {
  return random.shuffle(batch).slice(0, random.int(1, batch.length));
}
