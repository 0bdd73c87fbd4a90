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
import { createAccounts, RestClient, type RestRequest } from '@outlay/seed';
import { claim, formOf } from '@outlay/testing/claims';
import { randomUUID } from 'node:crypto';
import { send, type TimedResponse } from './request.js';
import { ScaledProduct, type ScaledOptions } from '@outlay/harness/testing/scaled-product';
import type { Servers } from '@outlay/harness/testing/servers';

interface Submission {
  readonly key?: string;
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly receipt?: File;
}

export class ScaledDriver {
  private constructor(
    readonly product: ScaledProduct,
    readonly adminToken: string,
    readonly token: string,
  ) {}

  static async start(servers: Servers, options?: ScaledOptions): Promise<ScaledDriver> {
    const product = await ScaledProduct.start(servers, options);
    try {
      const invite = await printedInvite(product.one('auth'));
      const accounts = await createAccounts(new RestClient(product.origin), invite, () => undefined);
      const tokenOf = (wanted: string) => accounts.find(({ person: { role } }) => role === wanted)?.token ?? '';
      return new ScaledDriver(product, tokenOf('super_admin'), tokenOf('partner'));
    } catch (error) {
      await product.close();
      throw error;
    }
  }

  /** Sends a unique claim; the same key sends the same claim again. */
  submit({ key = randomUUID(), origin, headers, receipt }: Submission = {}): Promise<TimedResponse> {
    // A retry must have the same payload.
    const amount = (1 + (parseInt(key.slice(0, 8), 16) % 9_000_000) / 100).toFixed(2);
    const fields = claim({ justification: key, amount, no_receipt: String(receipt === undefined) });
    return send(origin ?? this.product.origin, createExpenseRoute, {
      token: this.token,
      body: receipt ? formOf(fields, receipt) : fields,
      headers: { 'idempotency-key': key, ...headers },
    });
  }

  list(origin = this.product.origin, query?: RouteQuery<typeof listOwnExpensesRoute>): Promise<TimedResponse> {
    return send(origin, listOwnExpensesRoute, { token: this.token, query });
  }

  async listed(key: string, origin = this.product.origin): Promise<ExpenseJson[]> {
    return expectStatus(listOwnExpensesRoute, await this.list(origin, { q: key }));
  }

  async approved(): Promise<ExpenseJson> {
    const { expense } = expectStatus(createExpenseRoute, await this.submit());
    const approval = { params: { id: expense.expense_id }, body: { revision: expense.revision } };
    return expectStatus(approveExpenseRoute, await this.asAdmin(approveExpenseRoute, approval)).expense;
  }

  pay(
    { expense_id, user_name }: ExpenseJson,
    headers: Submission['headers'] = {},
    origin?: string,
  ): Promise<TimedResponse> {
    return this.asAdmin(payExpensesRoute, { body: { expense_ids: [expense_id], user_name }, headers }, origin);
  }

  async payOne(): Promise<string> {
    return expectStatus(payExpensesRoute, await this.pay(await this.approved())).payment_id;
  }

  async reports(): Promise<ReportJson[]> {
    return expectStatus(listAllReportsRoute, await this.asAdmin(listAllReportsRoute));
  }

  async readyReport(paymentId: string): Promise<ReportJson | undefined> {
    const reports = await this.reports();
    return reports.find((report) => report.payment_id === paymentId && report.status === 'ready');
  }

  asAdmin<R extends Route>(
    route: R,
    request: RestRequest<R> = {},
    origin = this.product.origin,
  ): Promise<TimedResponse> {
    return send(origin, route, { token: this.adminToken, ...request });
  }
}

/** @throws if the request did not succeed */
export function expectStatus<R extends Route>(route: R, { status, body }: TimedResponse): RouteReply<R> {
  if (status === (route.status ?? 200)) return route.reply.parse(body) as RouteReply<R>;
  throw new Error(`${route.method} ${route.path} returned ${status}: ${JSON.stringify(body)}`);
}
