import {
  approveExpenseRoute,
  createExpenseRoute,
  createInviteRoute,
  createOnBehalfRoute,
  payExpensesRoute,
  uploadReceiptRoute,
} from '@outlay/contracts';
import { claim, formOf, receiptFile, recentDay } from './claims.js';
import type { Office, SignedIn } from './open-product.js';

type Body = FormData | string;

/** What a busy machine may answer, with a request to try again. */
const OUTCOME_UNKNOWN = [503, 504];
const PATIENT_MS = 30_000;

/** A call that may be repeated under one Idempotency-Key, and what must have come of it in the end. */
export interface KeyedCall {
  readonly path: string;
  readonly token: string;
  readonly body: () => Body;
  /** Another request, which may not go by under the same key. */
  readonly otherBody: () => Body;
  /** The name of what was made, in the reply. */
  readonly idIn: string;
  /** How many of what must be there, by `expense <justification>`, `invite <email>` or `payment of <id>`. */
  readonly effects: Readonly<Record<string, number>>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a keyed call; null where no answer came, none within the time somebody waited, or one that says nothing. */
export async function sendKeyed(
  origin: string,
  { path, token }: Pick<KeyedCall, 'path' | 'token'>,
  key: string | null,
  sent: Body,
  withinMs = PATIENT_MS,
): Promise<Answer | null> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(key !== null && { 'idempotency-key': key }),
    ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
  };
  try {
    const signal = AbortSignal.timeout(withinMs);
    const answer = await fetch(origin + path, { method: 'POST', headers, body: sent, signal });
    const body: unknown = await answer.json();
    return OUTCOME_UNKNOWN.includes(answer.status) ? null : { status: answer.status, body };
  } catch {
    return null;
  }
}

/** One call of each kind, again and again: of twenty, ten new expenses. */
export function keyedCall(office: Pick<Office, 'api' | 'admin'>, owner: SignedIn, index: number): Promise<KeyedCall> {
  const kind = index % 20;
  if (kind < 10) return creation(owner, index);
  if (kind < 13) return creationOnBehalf(office.admin, owner, index);
  if (kind < 15) return payment(office, owner, index);
  return kind < 18 ? invitation(office.admin, index) : upload(owner, index);
}

export async function creation({ token }: SignedIn, index: number): Promise<KeyedCall> {
  const [asked, other] = [`Dinner ${index}`, `Another dinner ${index}`];
  return {
    path: createExpenseRoute.path,
    token,
    body: () => JSON.stringify(claim({ justification: asked })),
    otherBody: () => JSON.stringify(claim({ justification: other })),
    idIn: 'expense.id',
    effects: { [`expense ${asked}`]: 1, [`expense ${other}`]: 0 },
  };
}

async function creationOnBehalf({ token }: SignedIn, { user }: SignedIn, index: number): Promise<KeyedCall> {
  const [asked, other] = [`Licence ${index}`, `Another licence ${index}`];
  const common = { user_id: user.id, date: recentDay(), category: 'IT', amount: 10, currency: 'EUR', no_receipt: true };
  return {
    path: createOnBehalfRoute.path,
    token,
    body: () => JSON.stringify({ ...common, justification: asked }),
    otherBody: () => JSON.stringify({ ...common, justification: other }),
    idIn: 'expense.id',
    effects: { [`expense ${asked}`]: 1, [`expense ${other}`]: 0 },
  };
}

async function payment(
  { api, admin }: Pick<Office, 'api' | 'admin'>,
  owner: SignedIn,
  index: number,
): Promise<KeyedCall> {
  const approved = async (amount: number) => {
    const body = claim({ amount: (amount / 100).toFixed(2), justification: 'To be paid' });
    const { expense } = await api.call(createExpenseRoute, { token: owner.token, body });
    await api.call(approveExpenseRoute, { token: admin.token, params: { id: expense.id }, body: {} });
    return expense.id;
  };
  const [asked, other] = [await approved(1 + 2 * index), await approved(2 + 2 * index)];
  const paying = (id: string) => JSON.stringify({ expense_ids: [id], user_name: owner.user.first_name });
  return {
    path: payExpensesRoute.path,
    token: admin.token,
    body: () => paying(asked),
    otherBody: () => paying(other),
    idIn: 'payment_id',
    effects: { [`payment of ${asked}`]: 1, [`payment of ${other}`]: 0 },
  };
}

async function invitation({ token }: SignedIn, index: number): Promise<KeyedCall> {
  const [asked, other] = [`guest${index}@example.org`, `other${index}@example.org`];
  return {
    path: createInviteRoute.path,
    token,
    body: () => JSON.stringify({ email: asked, role: 'partner' }),
    otherBody: () => JSON.stringify({ email: other, role: 'partner' }),
    idIn: 'token',
    effects: { [`invite ${asked}`]: 1, [`invite ${other}`]: 0 },
  };
}

/** What a repetition would have doubled is a file under another name, which the answers tell. */
async function upload({ token }: SignedIn, index: number): Promise<KeyedCall> {
  const fileForm = (text: string) => {
    const form = formOf({}, null);
    form.append('file', receiptFile(text));
    return form;
  };
  return {
    path: uploadReceiptRoute.path,
    token,
    body: () => fileForm(`upload ${index}`),
    otherBody: () => fileForm(`another upload ${index}`),
    idIn: 'filename',
    effects: {},
  };
}
