import type { QueryClient } from '@tanstack/react-query';
import * as texts from '#strings/unsent';
import { apiUpload } from '#lib/api-files';
import { ApiError, hasStatus, messageOf, NetworkError } from '#lib/errors';
import { localToday } from '#lib/local-today';
import { getToken, readToken } from '#lib/session';
import { toast } from '#ui/toast';
import { forgetLists } from '../change-lists';
import { OWN_EXPENSES } from '../own-expenses';
import {
  becomeForm,
  dropUnsent,
  keepUnsent,
  takeSentByWorker,
  unsentClaims,
  unsentKey,
  withUnsent,
  type UnsentClaim,
} from './unsent-claims';

type Outcome = 'sent' | 'refused' | 'kept' | 'unreachable';

let sending: Promise<void> | null = null;

/** Sends what waits for a network, the oldest first. One claim that fails does not stop the others. */
export function sendUnsent(client: QueryClient, userId: string): Promise<void> {
  sending ??= sendAll(client, userId).finally(() => (sending = null));
  return sending;
}

async function sendAll(client: QueryClient, userId: string): Promise<void> {
  const outcomes: (Outcome | null)[] = [];
  for (const { sentAs } of await unsentClaims(userId)) {
    outcomes.push(await withUnsent(userId, sentAs, (claim) => sendOne(userId, claim)));
    if (outcomes.includes('unreachable')) break;
  }
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  const sent = count('sent') + (await takeSentByWorker(userId));
  if (sent > 0) {
    toast.success(texts.sent(sent));
    void forgetLists(client, OWN_EXPENSES);
  }
  if (count('refused') > 0) toast.error(texts.refused(count('refused')));
  if (sent + outcomes.length > 0) void client.invalidateQueries({ queryKey: unsentKey(userId) });
}

async function sendOne(userId: string, claim: UnsentClaim): Promise<Outcome> {
  // Another person may have signed in while the claims before were sent.
  if (readToken(getToken() ?? '')?.sub !== userId) return 'unreachable';
  try {
    await apiUpload('POST /api/expenses', {
      body: formOf(claim),
      idempotencyKey: claim.sentAs,
      keepSession: true,
    });
  } catch (error) {
    if (error instanceof NetworkError || hasStatus(error, 401, 429)) return 'unreachable';
    const problem = messageOf(error, texts.failed);
    const isRefused = error instanceof ApiError && error.status < 500;
    return isRefused ? giveBack(userId, claim, problem) : keepOn(userId, claim, problem);
  }
  await dropUnsent(userId, claim.sentAs);
  return 'sent';
}

async function keepOn(userId: string, claim: UnsentClaim, problem: string): Promise<Outcome> {
  await keepUnsent(userId, { ...claim, problem });
  return 'kept';
}

async function giveBack(userId: string, claim: UnsentClaim, problem: string): Promise<Outcome> {
  try {
    await becomeForm(userId, claim, problem);
    return 'refused';
  } catch {
    return keepOn(userId, claim, problem);
  }
}

function formOf({ fields, file }: UnsentClaim): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, name === 'today' ? localToday() : value);
  if (file) form.set('receipt', file, file.name);
  return form;
}
