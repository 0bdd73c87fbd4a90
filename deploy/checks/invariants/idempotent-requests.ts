import {
  approveExpenseRoute,
  createExpenseRoute,
  createInviteRoute,
  createOnBehalfRoute,
  payExpensesRoute,
  uploadReceiptRoute,
} from '@outlay/contracts';
import { claim, formOf, recentDay } from '@outlay/testing/claims';
import { receiptFile } from './claims.js';
import type { Installation, SignedIn } from './installation.js';

type Body = FormData | string;

/** These statuses ask the client to retry. */
const OUTCOME_UNKNOWN = [503, 504];
const TIMEOUT_MS = 30_000;

export interface IdempotentRequest {
  readonly path: string;
  readonly token: string;
  readonly body: () => Body;
  readonly otherBody: () => Body;
  readonly idIn: string;
  /** How many must exist in the end, by `expense <justification>`, `invite <email>` or `payment of <id>`. */
  readonly effects: Readonly<Record<string, number>>;
}

export interface KeyedResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Null if the outcome is unknown. */
export async function sendRequest(
  origin: string,
  { path, token }: Pick<IdempotentRequest, 'path' | 'token'>,
  key: string | null,
  payload: Body,
  timeoutMs = TIMEOUT_MS,
): Promise<KeyedResponse | null> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(key !== null && { 'idempotency-key': key }),
    ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
  };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(origin + path, { method: 'POST', headers, body: payload, signal });
    const body: unknown = await response.json();
    return OUTCOME_UNKNOWN.includes(response.status) ? null : { status: response.status, body };
  } catch {
    return null;
  }
}

export function idempotentRequest(
  installation: Pick<Installation, 'api' | 'admin'>,
  owner: SignedIn,
  index: number,
): Promise<IdempotentRequest> {
  const kind = index % 20;
  if (kind < 10) return creationRequest(owner, index);
  if (kind < 13) return creationOnBehalfRequest(installation.admin, owner, index);
  if (kind < 15) return paymentRequest(installation, owner, index);
  return kind < 18 ? invitationRequest(installation.admin, index) : uploadRequest(owner, index);
}

export async function creationRequest({ token }: SignedIn, index: number): Promise<IdempotentRequest> {
  const [sent, other] = [`Dinner ${index}`, `Another dinner ${index}`];
  return {
    path: createExpenseRoute.path,
    token,
    body: () => JSON.stringify(claim({ justification: sent })),
    otherBody: () => JSON.stringify(claim({ justification: other })),
    idIn: 'expense.id',
    effects: { [`expense ${sent}`]: 1, [`expense ${other}`]: 0 },
  };
}

async function creationOnBehalfRequest(
  { token }: SignedIn,
  { user }: SignedIn,
  index: number,
): Promise<IdempotentRequest> {
  const [sent, other] = [`Licence ${index}`, `Another licence ${index}`];
  const common = { user_id: user.id, date: recentDay(), category: 'IT', amount: '10', currency: 'EUR' };
  return {
    path: createOnBehalfRoute.path,
    token,
    body: () => formOf({ ...common, justification: sent }, receiptFile(sent)),
    otherBody: () => formOf({ ...common, justification: other }, receiptFile(sent)),
    idIn: 'expense.id',
    effects: { [`expense ${sent}`]: 1, [`expense ${other}`]: 0 },
  };
}

async function paymentRequest(
  { api, admin }: Pick<Installation, 'api' | 'admin'>,
  owner: SignedIn,
  index: number,
): Promise<IdempotentRequest> {
  const approved = async (amount: number) => {
    const body = claim({ amount: (amount / 100).toFixed(2), justification: 'To be paid' });
    const { expense } = await api.call(createExpenseRoute, { token: owner.token, body });
    await api.call(approveExpenseRoute, { token: admin.token, params: { id: expense.id }, body: {} });
    return expense.id;
  };
  const [sent, other] = [await approved(1 + 2 * index), await approved(2 + 2 * index)];
  const paying = (id: string) => JSON.stringify({ expense_ids: [id], user_name: owner.user.first_name });
  return {
    path: payExpensesRoute.path,
    token: admin.token,
    body: () => paying(sent),
    otherBody: () => paying(other),
    idIn: 'payment_id',
    effects: { [`payment of ${sent}`]: 1, [`payment of ${other}`]: 0 },
  };
}

async function invitationRequest({ token }: SignedIn, index: number): Promise<IdempotentRequest> {
  const [sent, other] = [`guest${index}@example.org`, `other${index}@example.org`];
  return {
    path: createInviteRoute.path,
    token,
    body: () => JSON.stringify({ email: sent, role: 'partner' }),
    otherBody: () => JSON.stringify({ email: other, role: 'partner' }),
    idIn: 'token',
    effects: { [`invite ${sent}`]: 1, [`invite ${other}`]: 0 },
  };
}

/** A repeated effect shows as another file name in the responses. */
async function uploadRequest({ token }: SignedIn, index: number): Promise<IdempotentRequest> {
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
