import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { PartName } from '@outlay/composition';
import {
  approveExpenseRoute,
  createExpenseRoute,
  listOwnExpensesRoute,
  payExpensesRoute,
  type ExpenseJson,
  type Route,
  type RouteReply,
} from '@outlay/contracts';
import type { Part } from '@outlay/harness/testing/scaled-product';
import { eventually } from '@outlay/testing';
import { causeOf, PAUSE_MS } from './load.js';
import type { TimedResponse } from './request.js';
import { expectStatus, type ScaledDriver } from './scaled-driver.js';

/** People submit, list, approve and pay while parts are replaced. */
export class RestartsUnderLoad {
  slowestStopMs = 0;
  private calls = 0;
  private readonly retried: string[] = [];
  private readonly submitted: string[] = [];
  private readonly payments: string[] = [];
  private gateways: readonly Part[];
  private turn = 0;

  constructor(private readonly driver: ScaledDriver) {
    this.gateways = driver.product.of('gateway');
  }

  /** @throws if a call fails twice */
  async during(restarts: () => Promise<void>): Promise<void> {
    let stopping = false;
    const load = [this.submit, this.submit, this.list, this.pay].map(async (work) => {
      while (!stopping) {
        await work();
        await setTimeout(PAUSE_MS);
      }
    });
    try {
      await Promise.race([restarts(), Promise.all(load)]);
    } finally {
      stopping = true;
      process.stderr.write(`\n${this.calls} calls, retried: ${this.retried.join('; ') || 'none'}\n`);
    }
    await Promise.all(load);
  }

  /** Returns the milliseconds until the slowest was ready. */
  async replaceAll(envOf: (part: PartName) => NodeJS.ProcessEnv): Promise<number> {
    const names = [...new Set(this.driver.product.parts.map(({ name }) => name))];
    const times: number[] = [];
    for (const name of names) times.push(await this.replace(name, envOf(name)));
    return Math.max(...times);
  }

  /** Expects that nothing that was acknowledged is lost or duplicated. */
  async expectAll(): Promise<void> {
    const own = expectStatus(listOwnExpensesRoute, await this.driver.list());
    expect(own.map(({ justification }) => justification).sort()).toEqual([...this.submitted].sort());
    expect(new Set(this.payments).size).toBe(this.payments.length);
    expect(own.filter(({ status }) => status === 'paid')).toHaveLength(this.payments.length);
    const reports = await eventually(async () => {
      const all = await this.driver.reports();
      return all.length >= this.payments.length && all.every(({ status }) => status === 'ready') && all;
    }, 60_000);
    expect(reports.map(({ payment_id }) => payment_id).sort()).toEqual([...this.payments].sort());
  }

  /** Starts new instances before it stops the old ones, as a cluster does. */
  private async replace(name: PartName, env: NodeJS.ProcessEnv): Promise<number> {
    const { product } = this.driver;
    const leaving = product.of(name);
    const fresh = await Promise.all(leaving.map(() => product.add(name, { env })));
    if (name === 'gateway') this.gateways = fresh;
    const stopped = performance.now();
    await Promise.all(leaving.map((part) => part.stop()));
    this.slowestStopMs = Math.max(this.slowestStopMs, performance.now() - stopped);
    return Math.max(...fresh.map(({ startedInMs }) => startedInMs));
  }

  private readonly submit = async (): Promise<ExpenseJson> => {
    const key = randomUUID();
    const { expense } = await this.call(createExpenseRoute, (origin) => this.driver.submit({ key, origin }));
    this.submitted.push(key);
    return expense;
  };

  private readonly pay = async (): Promise<void> => {
    const { expense_id: id, revision } = await this.submit();
    const approval = { params: { id }, body: { revision } };
    const { expense } = await this.call(approveExpenseRoute, (origin) =>
      this.driver.asAdmin(approveExpenseRoute, approval, origin),
    );
    const key = randomUUID();
    const paid = await this.call(payExpensesRoute, (origin) =>
      this.driver.pay(expense, { 'idempotency-key': key }, origin),
    );
    this.payments.push(paid.payment_id);
  };

  private readonly list = (): Promise<unknown> =>
    this.call(listOwnExpensesRoute, (origin) => this.driver.list(origin, { limit: '20' }));

  /** Tries another gateway once, as Retry-After allows. */
  private async call<R extends Route>(
    route: R,
    send: (origin: string) => Promise<TimedResponse>,
  ): Promise<RouteReply<R>> {
    this.calls += 1;
    const [response, failure] = await send(this.nextOrigin()).then(
      (answered) => [answered, `${route.path}: ${answered.status} ${JSON.stringify(answered.body)}`] as const,
      (error: unknown) => [null, `${route.path}: ${causeOf(error)}`] as const,
    );
    if (response && response.status < 500) return expectStatus(route, response);
    this.retried.push(failure);
    await setTimeout(1000 * Number(response?.headers.get('retry-after') ?? 0));
    return expectStatus(route, await send(this.nextOrigin()));
  }

  private nextOrigin(): string {
    return this.gateways[(this.turn += 1) % this.gateways.length]?.origin ?? '';
  }
}
