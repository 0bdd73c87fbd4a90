import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { approveExpenseRoute, createExpenseRoute, listOwnExpensesRoute, payExpensesRoute } from '@outlay/contracts';
import type { SeededRandom } from '@outlay/seed';
import { claim, formOf } from '@outlay/testing/claims';
import { receiptFile, resultOf } from './claims.js';
import type { CrashingProduct } from './crashing-product.js';
import { sendRequest } from './idempotent-requests.js';
import type { SignedIn } from './installation.js';

export type Acknowledged =
  | { readonly kind: 'claim'; readonly id: string; readonly receipt: string; readonly sha256: string }
  | { readonly kind: 'approval'; readonly id: string }
  | { readonly kind: 'payment'; readonly paymentId: string; readonly ids: readonly string[] };

const RETRY_MS = 50;
const LARGEST_PAYMENT = 6;

/** Users who submit, approve, pay and list at once, and repeat a request until it gets an answer. */
export class MixedLoad {
  readonly acknowledged: Acknowledged[] = [];
  private readonly submitted: { readonly id: string; readonly owner: SignedIn }[] = [];
  private readonly approved = new Map<SignedIn, string[]>();
  private readonly unexpected: string[] = [];
  private readonly people: Promise<unknown>;
  private sent = 0;
  private isStopped = false;

  constructor(
    private readonly product: CrashingProduct,
    owners: readonly SignedIn[],
    private readonly random: SeededRandom,
  ) {
    this.people = Promise.all([
      ...owners.map((owner) => this.repeat(() => this.submit(owner))),
      this.repeat(() => this.approve()),
      this.repeat(() => this.pay()),
      ...owners.map((owner) => this.repeat(() => this.list(owner))),
    ]);
  }

  /** Waits for every answer; returns the first that was not expected. */
  async stop(): Promise<string | null> {
    this.isStopped = true;
    await this.people;
    return this.unexpected[0] ?? null;
  }

  private async repeat(act: () => Promise<void>): Promise<void> {
    while (!this.isStopped) {
      await act();
      await setTimeout(this.random.int(10, 80));
    }
  }

  private async submit(owner: SignedIn): Promise<void> {
    const n = (this.sent += 1);
    const file = receiptFile(`receipt ${n}`);
    const sha256 = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex');
    const body = () => formOf(claim({ amount: (1 + n / 100).toFixed(2), no_receipt: 'false' }), file);
    const reply = await this.post(createExpenseRoute.path, owner, `claim-key-${n}`, body);
    if (!reply) return;
    const { expense } = createExpenseRoute.reply.parse(reply);
    this.acknowledged.push({ kind: 'claim', id: expense.id, receipt: expense.receipt ?? '', sha256 });
    this.submitted.push({ id: expense.id, owner });
  }

  private async approve(): Promise<void> {
    for (let next = this.submitted.shift(); next; next = this.submitted.shift()) {
      const { id, owner } = next;
      const { api, admin } = this.product;
      const call = () => resultOf(api.call(approveExpenseRoute, { token: admin.token, params: { id }, body: {} }));
      const result = await answerOf(() => call().catch(() => null));
      if ('rejection' in result) return void this.unexpected.push(`The approval of ${id}: ${result.rejection.message}`);
      this.acknowledged.push({ kind: 'approval', id });
      this.approved.set(owner, [...(this.approved.get(owner) ?? []), id]);
    }
  }

  private async pay(): Promise<void> {
    for (const [owner, approved] of this.approved) {
      const size = this.random.int(1, LARGEST_PAYMENT);
      if (approved.length < size) continue;
      const ids = approved.splice(0, size);
      const body = () => JSON.stringify({ expense_ids: ids, user_name: owner.user.first_name });
      const key = `payment-of-${ids[0]}`;
      const send = () => this.post(payExpensesRoute.path, this.product.admin, key, body);
      const replies = await Promise.all(Array.from({ length: this.random.int(1, 2) }, send));
      for (const reply of replies.filter(Boolean)) {
        const { payment_id: paymentId } = payExpensesRoute.reply.parse(reply);
        this.acknowledged.push({ kind: 'payment', paymentId, ids });
      }
    }
  }

  private async list({ token }: SignedIn): Promise<void> {
    await this.product.api.call(listOwnExpensesRoute, { token }).catch(() => undefined);
  }

  private async post(path: string, { token }: SignedIn, key: string, body: () => FormData | string): Promise<unknown> {
    const { origin } = this.product;
    const response = await answerOf(() => sendRequest(origin, { path, token }, key, body()));
    if (response.status < 300) return response.body;
    this.unexpected.push(`${path} returned ${response.status}: ${JSON.stringify(response.body)}`);
    return null;
  }
}

async function answerOf<T>(send: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer !== null) return answer;
    await setTimeout(RETRY_MS);
  }
}
