import { createExpenseRoute } from '@outlay/contracts';
import { ISO_4217, REIMBURSEMENT_CURRENCIES } from '@outlay/rules';
import { answerTo, claim } from './claims.js';
import { messageOf, type Tally } from './check.js';
import { exact, times, toText, type Exact } from './exact.js';
import { hire, type Office, type SignedIn } from './open-product.js';

const REFUSAL = 'Override rate exceeds the ±5% limit or is invalid';
/** As many as a rate may be written with. */
const MAX_DECIMALS = 20;
const PROBES = 6;

export const OVERRIDES = ISO_4217.size * REIMBURSEMENT_CURRENCIES.length * PROBES;

/** Overrides rates at the boundaries, of a share of all currencies; the pairs that have no rate to override. */
export async function tryOverrides(office: Office, tally: Tally, share: number): Promise<string[]> {
  const withoutRate: string[] = [];
  for (const to of REIMBURSEMENT_CURRENCIES) {
    const owner = await hire(office, 'partner', `in-${to.toLowerCase()}`, to);
    for (const currency of everyNth([...ISO_4217], share)) {
      const rate = await fetchedRate(office, owner, currency);
      if (rate === null) withoutRate.push(`${currency}/${to}`);
      for (const probe of rate === null ? [] : probesOf(rate)) {
        const problem = await overrideProblem(office, owner, currency, probe);
        tally.add(
          problem && `${toText(probe.rate)} for ${currency}/${to} at ${toText(rate ?? probe.rate)}: ${problem}`,
        );
      }
    }
  }
  return withoutRate;
}

interface Probe {
  readonly rate: Exact;
  readonly passes: boolean;
}

/** At the boundaries, a millionth beyond, and beyond by the last digit that can be written. */
function probesOf(rate: Exact): Probe[] {
  const of = (share: string) => times(rate, exact(share));
  return [
    { rate: of('1.050000'), passes: true },
    { rate: of('1.050001'), passes: false },
    { rate: beside(of('1.05'), 1n), passes: false },
    { rate: of('0.950000'), passes: true },
    { rate: of('0.949999'), passes: false },
    { rate: beside(of('0.95'), -1n), passes: false },
  ];
}

function beside({ units, places }: Exact, step: bigint): Exact {
  return { units: units * 10n ** BigInt(MAX_DECIMALS - places) + step, places: MAX_DECIMALS };
}

async function overrideProblem(
  { api }: Office,
  { token }: SignedIn,
  currency: string,
  { rate, passes }: Probe,
): Promise<string | null> {
  const body = claim({ currency, override_exchange_rate: toText(rate), override_reason: 'Bank statement' });
  const answer = await answerTo(api.call(createExpenseRoute, { token, body })).catch(messageOf);
  if (typeof answer === 'string') return answer;
  if ('reply' in answer) return passes ? null : 'passed';
  return !passes && answer.refusal.message === REFUSAL ? null : answer.refusal.message;
}

/** The server's rate, as a draft is given it; null where there is none. */
async function fetchedRate({ api }: Office, { token }: SignedIn, currency: string): Promise<Exact | null> {
  const { expense } = await api.call(createExpenseRoute, { token, body: claim({ currency, status: 'draft' }) });
  return expense.fetched_exchange_rate === null ? null : exact(expense.fetched_exchange_rate);
}

/** A share of the items, spread over all of them. */
export function everyNth<T>(items: readonly T[], share: number): T[] {
  const step = Math.max(1, Math.round(1 / share));
  return items.filter((_, index) => index % step === 0);
}
