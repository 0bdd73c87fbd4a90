import {
  approveExpenseRoute,
  createExpenseRoute,
  listAllReportsRoute,
  listOwnExpensesRoute,
  payExpensesRoute,
  type ExpenseJson,
  type ReportJson,
  type Route,
  type RouteQuery,
  type RouteReply,
} from '@outlay/contracts';
import { printedInvite } from '@outlay/harness';
import { createAccounts, RestClient } from '@outlay/seed';
import { randomUUID } from 'node:crypto';
import { ask, type Answer, type Ask } from './caller.js';
import { ScaledProduct, type ScaledOptions } from '@outlay/harness/testing/scaled-product';
import type { Servers } from '@outlay/harness/testing/servers';

interface Submission {
  readonly key?: string;
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** None where it is left out: the one who submits may. */
  readonly receipt?: File;
}

/** A scaled product with people in it: one who claims, and one who approves and pays. */
export class Office {
  private constructor(
    readonly product: ScaledProduct,
    readonly adminToken: string,
    readonly token: string,
  ) {}

  static async open(servers: Servers, options?: ScaledOptions): Promise<Office> {
    const product = await ScaledProduct.start(servers, options);
    try {
      const invite = await printedInvite(product.one('auth'));
      const accounts = await createAccounts(new RestClient(product.origin), invite, () => undefined);
      const tokenOf = (wanted: string) => accounts.find(({ person: { role } }) => role === wanted)?.token ?? '';
      return new Office(product, tokenOf('super_admin'), tokenOf('partner'));
    } catch (error) {
      await product.close();
      throw error;
    }
  }

  /** Sends a claim nobody has made before, as one key makes it again. */
  submit({ key = randomUUID(), origin, headers, receipt }: Submission = {}): Promise<Answer> {
    const fields = {
      date: new Date().toISOString().slice(0, 10),
      type: 'Restaurant',
      justification: key,
      // Derived from the key, so that the same request says the same again.
      amount: (1 + (parseInt(key.slice(0, 8), 16) % 9_000_000) / 100).toFixed(2),
      currency: 'EUR',
      classification: 'investment',
      no_receipt: String(receipt === undefined),
      status: 'submitted' as const,
    };
    return ask(origin ?? this.product.origin, createExpenseRoute, {
      token: this.token,
      body: receipt ? formOf(fields, receipt) : fields,
      headers: { 'idempotency-key': key, ...headers },
    });
  }

  list(origin = this.product.origin, query?: RouteQuery<typeof listOwnExpensesRoute>): Promise<Answer> {
    return ask(origin, listOwnExpensesRoute, { token: this.token, query });
  }

  /** What was submitted under a key. */
  async listed(key: string, origin = this.product.origin): Promise<ExpenseJson[]> {
    return expectStatus(listOwnExpensesRoute, await this.list(origin, { q: key }));
  }

  /** An approved expense. */
  async approved(): Promise<ExpenseJson> {
    const { expense } = expectStatus(createExpenseRoute, await this.submit());
    const approval = { params: { id: expense.expense_id }, body: { revision: expense.revision } };
    return expectStatus(approveExpenseRoute, await this.asAdmin(approveExpenseRoute, approval)).expense;
  }

  pay({ expense_id, user_name }: ExpenseJson, headers: Submission['headers'] = {}, origin?: string): Promise<Answer> {
    return this.asAdmin(payExpensesRoute, { body: { expense_ids: [expense_id], user_name }, headers }, origin);
  }

  /** Pays an expense; the payment's id. */
  async payOne(): Promise<string> {
    return expectStatus(payExpensesRoute, await this.pay(await this.approved())).payment_id;
  }

  async reports(): Promise<ReportJson[]> {
    return expectStatus(listAllReportsRoute, await this.asAdmin(listAllReportsRoute));
  }

  /** A payment's report, once it can be downloaded. */
  async readyReport(paymentId: string): Promise<ReportJson | undefined> {
    const reports = await this.reports();
    return reports.find((report) => report.payment_id === paymentId && report.status === 'ready');
  }

  asAdmin<R extends Route>(route: R, request: Ask<R> = {}, origin = this.product.origin): Promise<Answer> {
    return ask(origin, route, { token: this.adminToken, ...request });
  }
}

/** The reply of a request that must have succeeded. */
export function expectStatus<R extends Route>(route: R, { status, body }: Answer): RouteReply<R> {
  if (status === (route.status ?? 200)) return route.reply.parse(body) as RouteReply<R>;
  throw new Error(`${route.method} ${route.path} answered ${status}: ${JSON.stringify(body)}`);
}

function formOf(fields: Readonly<Record<string, string>>, receipt: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('receipt', receipt);
  return form;
}
