import type { BroughtBy, Explanation, FrozenRate } from '@outlay/contracts';
import { AMOUNT_DECIMALS, deviationPercent, multiplyDecimals, roundHalfUp, type Decimal } from '@outlay/rules';
import { evolve } from '../domain/evolve.js';
import {
  initialState,
  isExisting,
  type Claim,
  type Expense,
  type ExpenseState,
  type StoredExpenseEvent,
} from '../domain/expense.js';
import { reimbursementAmount } from '../domain/reimbursement.js';

type Event = StoredExpenseEvent & { readonly id: string };
type Origins = Record<(typeof TERMS)[number], BroughtBy>;

const TERMS = ['amount', 'rate', 'override', 'entered'] as const;

/**
 * How the reimbursement came about, from the events of one expense in their order.
 * @throws RangeError if they do not end in an expense that exists
 */
export function explain(events: readonly Event[]): Explanation {
  let state: ExpenseState = initialState;
  let origins: Partial<Origins> = {};
  const history: Explanation['history'] = [];
  for (const event of events) {
    const before = termsOf(state);
    state = evolve(state, event);
    const [after, by] = [termsOf(state), broughtBy(event)];
    origins = {
      ...origins,
      ...Object.fromEntries(TERMS.filter((term) => after[term] !== before[term]).map((term) => [term, by])),
    };
    if (isExisting(state)) addToHistory(history, state.claim, event);
  }
  if (!isExisting(state)) throw new RangeError('There is no expense to explain');
  // Each term that is there was brought by one of the events.
  return { ...explainClaim(state, origins as Origins), revision: events.length - 1, history };
}

/** Null where a term is missing. Equal text means that nothing changed. */
function termsOf(state: ExpenseState): Record<(typeof TERMS)[number], string | null> {
  if (!isExisting(state)) return { amount: null, rate: null, override: null, entered: null };
  const { details, rate, override, manualReimbursement } = state.claim;
  return {
    amount: details.amount && `${details.amount} ${details.currency}`,
    rate: rate && JSON.stringify([rate.rate, rate.effectiveDate, rate.source]),
    override: override && JSON.stringify(override),
    entered: manualReimbursement && JSON.stringify(manualReimbursement),
  };
}

function addToHistory(history: Explanation['history'], claim: Claim, event: Event): void {
  const [value, currency, approved] = [
    reimbursementAmount(claim),
    claim.reimbursementCurrency,
    event.type === 'ExpenseApproved',
  ];
  // Events of one append: nobody saw the figure between them.
  if (!approved && history.at(-1)?.by.at === event.at) history.pop();
  const last = history.at(-1);
  if (last?.value === value && last.currency === currency && !approved) return;
  history.push({ value, currency, approved, by: broughtBy(event) });
}

function explainClaim({ claim, status }: Expense, origins: Origins): Omit<Explanation, 'revision' | 'history'> {
  const { details, rate, override, manualReimbursement: entered } = claim;
  const value = reimbursementAmount(claim);
  const applied = override?.rate ?? rate?.rate ?? null;
  const product = details.amount === null || applied === null ? null : multiplyDecimals(details.amount, applied);
  return {
    expenseId: claim.expenseId,
    status,
    formula: value === null ? null : formulaOf(claim, value, product, origins),
    amount:
      details.amount === null
        ? null
        : { value: details.amount, currency: details.currency ?? claim.reimbursementCurrency, by: origins.amount },
    rate: rate && explainRate(rate, origins.rate),
    override: override && {
      value: override.rate,
      deviationPercent: deviation(rate, override.rate),
      reason: override.reason,
      by: origins.override,
    },
    product,
    entered: entered && { value: entered.amount, reason: entered.reason, by: origins.entered },
    reimbursement: value === null ? null : { value, currency: claim.reimbursementCurrency },
  };
}

function explainRate(
  { rate, effectiveDate, source, legs }: FrozenRate,
  by: BroughtBy,
): NonNullable<Explanation['rate']> {
  return {
    value: rate,
    effectiveDate: effectiveDate,
    source,
    legs: legs?.map(({ currency, perEur, source }) => ({ currency, perEur, source })) ?? null,
    by,
  };
}

function formulaOf(claim: Claim, value: Decimal, product: Decimal | null, origins: Origins): string {
  const { details, reimbursementCurrency: currency, manualReimbursement } = claim;
  const computed =
    product === null
      ? null
      : `${details.amount} ${details.currency} × ${rateText(claim, origins)} = ${product} → ` +
        `${roundHalfUp(product, AMOUNT_DECIMALS)} ${currency}, half up`;
  if (!manualReimbursement) return computed ?? '';
  const entered = `${value} ${currency}, entered by ${origins.entered.actorEmail}, ${JSON.stringify(manualReimbursement.reason)}`;
  return computed === null ? entered : `${entered}, in place of ${computed}`;
}

function rateText({ rate, override }: Claim, origins: Origins): string {
  const source = rate === null ? 'no rate' : `${rate.rate}, ${rateSource(rate)}`;
  if (!override) return `${rate?.rate} (${rate && rateSource(rate)})`;
  const percent = deviation(rate, override.rate);
  const signed = percent.startsWith('-') ? percent : `+${percent}`;
  const by = origins.override.actorEmail;
  return `${override.rate} (override by ${by} of ${source}, ${signed}%, ${JSON.stringify(override.reason)})`;
}

function deviation(rate: FrozenRate | null, overriding: Decimal): Decimal {
  return deviationPercent(rate?.rate ?? overriding, overriding);
}

function rateSource({ source, effectiveDate }: FrozenRate): string {
  return source === 'identity' ? 'the same currency' : `${source} of ${effectiveDate}`;
}

function broughtBy({ id, type, revision, actor, at }: Event): BroughtBy {
  return { eventId: id, eventType: type, revision, actorEmail: actor.email, at };
}
