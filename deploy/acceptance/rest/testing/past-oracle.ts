import type { AccountEvent, ExpenseEvent, FeedLine } from '@outlay/contracts';

/** Folds the lines of the feed without the product's code; only the types are its own. */
export interface PastExpense {
  readonly id: string;
  readonly expense_id: string;
  readonly user_email: string;
  readonly status: string;
  readonly type: string | null;
  readonly justification: string | null;
  readonly amount: number | null;
  readonly reimbursement_amount: number | null;
}

interface Claim {
  readonly expenseId: string;
  readonly owner: string;
  readonly created: string;
  status: string;
  category: string | null;
  justification: string | null;
  amount: string | null;
  rate: string | null;
  override: string | null;
  entered: string | null;
  currency: string;
}

function streamsUntil(lines: readonly FeedLine[], prefix: string, instant: string): Map<string, FeedLine[]> {
  const streams = new Map<string, FeedLine[]>();
  for (const line of lines) {
    if (!line.stream.startsWith(prefix) || (line.at ?? '') > instant) continue;
    const id = line.stream.slice(prefix.length);
    streams.set(id, [...(streams.get(id) ?? []), line]);
  }
  return streams;
}

/** The expenses as the list of all and its summary have them, newest first. */
export function expensesAt(lines: readonly FeedLine[], instant: string) {
  const claims = [...streamsUntil(lines, 'expense-', instant)].flatMap(([id, events]) => {
    const claim = events.reduce<Claim | null>(after, null);
    return claim ? [{ id, claim }] : [];
  });
  const key = ({ id, claim }: (typeof claims)[number]) => claim.created + id;
  claims.sort((a, b) => (key(a) < key(b) ? 1 : -1));
  const cents = ({ claim }: (typeof claims)[number]) => reimbursement(claim);
  const totals = new Map<string, { count: number; cents: bigint }>();
  for (const one of claims) {
    const group = `${one.claim.status} ${one.claim.currency}`;
    const { count, cents: sum } = totals.get(group) ?? { count: 0, cents: 0n };
    totals.set(group, { count: count + 1, cents: sum + (cents(one) ?? 0n) });
  }
  return {
    rows: claims.map(({ id, claim }): PastExpense => {
      const value = reimbursement(claim);
      return {
        id,
        expense_id: claim.expenseId,
        user_email: claim.owner,
        status: claim.status,
        type: claim.category,
        justification: claim.justification,
        amount: claim.amount === null ? null : Number(claim.amount),
        reimbursement_amount: value === null ? null : Number(value) / 100,
      };
    }),
    totals: [...totals].map(([group, { count, cents: sum }]) => [group, count, Number(sum) / 100] as const).sort(),
  };
}

function after(claim: Claim | null, line: FeedLine): Claim | null {
  const { type, data } = { type: line.type, data: line.data } as ExpenseEvent;
  if (type === 'ExpenseDrafted' || type === 'ExpenseSubmitted' || type === 'ExpenseRevised') {
    const { category, justification, amount } = data.details;
    return {
      expenseId: claim?.expenseId ?? data.opening?.expenseId ?? '',
      owner: claim?.owner ?? data.opening?.owner.email ?? '',
      created: claim?.created ?? line.at ?? '',
      status: type === 'ExpenseDrafted' ? 'draft' : 'submitted',
      ...{ category, justification, amount },
      rate: data.rate?.rate ?? null,
      override: null,
      entered: null,
      currency: data.reimbursementCurrency,
    };
  }
  if (!claim || type === 'DraftDeleted') return null;
  switch (type) {
    case 'RateOverridden':
      return { ...claim, override: data.rate };
    case 'ExpenseApproved':
      return { ...claim, status: 'approved' };
    case 'ExpenseRejected':
      return { ...claim, status: 'rejected' };
    case 'ExpenseReverted':
      return { ...claim, status: 'submitted' };
    case 'ExpensePaid':
      return { ...claim, status: 'paid' };
    case 'ExpenseAmendedByAdmin': {
      const changed = { ...claim };
      if (data.original) {
        Object.assign(changed, { amount: data.original.amount, rate: data.original.rate.rate, entered: null });
      }
      if (data.overrideCleared) Object.assign(changed, { override: null, entered: null });
      if (data.metadata) {
        const { category, justification } = data.metadata;
        Object.assign(changed, { category, justification });
      }
      return data.reimbursement ? { ...changed, entered: data.reimbursement.amount } : changed;
    }
    default:
      return claim;
  }
}

/** The amount × rate in cents, half up. */
function reimbursement({ entered, amount, override, rate }: Claim): bigint | null {
  const [left, right] = entered === null ? [amount, override ?? rate] : [entered, '1'];
  if (left === null || right === null) return null;
  const digits = (text: string) => text.split('.')[1]?.length ?? 0;
  const whole = (text: string) => BigInt(text.replace('.', ''));
  const scale = digits(left) + digits(right) - 2;
  const product = whole(left) * whole(right);
  if (scale <= 0) return product * 10n ** BigInt(-scale);
  const unit = 10n ** BigInt(scale);
  return (product + unit / 2n) / unit;
}

/** The people, oldest first. */
export function peopleAt(lines: readonly FeedLine[], instant: string) {
  const people = [...streamsUntil(lines, 'account-', instant)].map(([id, events]) => {
    let person = { id, email: '', first_name: '', last_name: '', role: '', status: 'active' };
    for (const { type, data } of events as unknown as AccountEvent[]) {
      if (type === 'AccountRegistered') {
        const { email, firstName, lastName, role } = data;
        person = { ...person, email, role, first_name: firstName, last_name: lastName };
      } else if (type === 'NamesChanged')
        person = { ...person, first_name: data.to.firstName, last_name: data.to.lastName };
      else if (type === 'RoleChanged') person = { ...person, role: data.to };
      else if (type === 'AccountDeactivated') person = { ...person, status: 'inactive' };
      else if (type === 'AccountReactivated') person = { ...person, status: 'active' };
    }
    return { order: (events[0]?.at ?? '') + id, person };
  });
  return people.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ person }) => person);
}
