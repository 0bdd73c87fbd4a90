import { createExpenseRoute } from '@outlay/contracts';
import { ISO_4217, REIMBURSEMENT_CURRENCIES } from '@outlay/rules';
import { claim } from '@outlay/testing/claims';
import { resultOf } from './claims.js';
import { messageOf, type Tally } from './check.js';
import { exact, times, toText, type Exact } from './exact.js';
import { addPerson, type Installation, type SignedIn } from './installation.js';

const REJECTION = 'Override rate exceeds the ±5% limit or is invalid';
const MAX_DECIMALS = 20;
const PROBES = 6;

export const OVERRIDES = ISO_4217.size * REIMBURSEMENT_CURRENCIES.length * PROBES;

/** Returns the pairs that have no rate. */
export async function checkOverrides(installation: Installation, tally: Tally, share: number): Promise<string[]> {
  const withoutRate: string[] = [];
  for (const to of REIMBURSEMENT_CURRENCIES) {
    const owner = await addPerson(installation, 'partner', `in-${to.toLowerCase()}`, to);
    for (const currency of everyNth([...ISO_4217], share)) {
      const rate = await fetchedRate(installation, owner, currency);
      if (rate === null) withoutRate.push(`${currency}/${to}`);
      for (const probe of rate === null ? [] : probesOf(rate)) {
        const problem = await overrideProblem(installation, owner, currency, probe);
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

function probesOf(rate: Exact): Probe[] {
  const of = (share: string) => times(rate, exact(share));
  return [
    { rate: of('1.050000'), passes: true },
    { rate: of('1.050001'), passes: false },
    { rate: nextTo(of('1.05'), 1n), passes: false },
    { rate: of('0.950000'), passes: true },
    { rate: of('0.949999'), passes: false },
    { rate: nextTo(of('0.95'), -1n), passes: false },
  ];
}

function nextTo({ units, places }: Exact, step: bigint): Exact {
  return { units: units * 10n ** BigInt(MAX_DECIMALS - places) + step, places: MAX_DECIMALS };
}

async function overrideProblem(
  { api }: Installation,
  { token }: SignedIn,
  currency: string,
  { rate, passes }: Probe,
): Promise<string | null> {
  const body = claim({ currency, override_exchange_rate: toText(rate), override_reason: 'Bank statement' });
  const result = await resultOf(api.call(createExpenseRoute, { token, body })).catch(messageOf);
  if (typeof result === 'string') return result;
  if ('reply' in result) return passes ? null : 'passed';
  return !passes && result.rejection.message === REJECTION ? null : result.rejection.message;
}

async function fetchedRate({ api }: Installation, { token }: SignedIn, currency: string): Promise<Exact | null> {
  const { expense } = await api.call(createExpenseRoute, { token, body: claim({ currency, status: 'draft' }) });
  return expense.fetched_exchange_rate === null ? null : exact(expense.fetched_exchange_rate);
}

export function everyNth<T>(items: readonly T[], share: number): T[] {
  const step = Math.max(1, Math.round(1 / share));
  return items.filter((_, index) => index % step === 0);
}
