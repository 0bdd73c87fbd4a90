import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import {
  approveExpenseRoute,
  createExpenseRoute,
  describeRateSources,
  exchangeRateRoute,
  listInvitesRoute,
  loginRoute,
  payExpensesRoute,
} from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { auditSigner } from '@outlay/audit';
import { startRecordedSources, type RecordedSources } from '@outlay/fx/recorded';
import { eventually, tempFolder } from '@outlay/testing';
import { systemClock } from '@outlay/time';
import { HeadFiles } from '@outlay/tools/witness/head-files';
import { Witness } from '@outlay/tools/witness/witness';
import { createWitnessServer } from '@outlay/tools/witness/witness-server';
import { cosignerKey, openCosignerKey } from '@outlay/transparency-log';
import {
  alertRules,
  dashboardQueries,
  describeScaled,
  expectStatus,
  findServers,
  hasPrometheus,
  Prometheus,
  ruleFile,
  ScaledDriver,
  send,
  Timings,
  withFault,
  type AlertRule,
  type Servers,
} from './testing/index.js';

jest.setTimeout(180_000);

const AUDIT_KEY = 'the-audit-key-of-the-alerts-0123456789';
const DAY_MS = 86_400_000;
/** In the quickened rules, the longest `for` is a minute, and the read models may be behind for another. */
const FIRES_WITHIN_MS = 120_000;
/** The time is longer than any range and all but two `for` of the quickened rules. */
const QUIET_MS = 20_000;

/**
 * A minute becomes a second, in every range, offset and `for`: `rate(…[5m])` is `rate(…[5s])`. What a metric is compared
 * with stays. That Prometheus loads the rules unchanged is in `monitoring.full.test.ts`.
 */
const quickened = (text: string) =>
  text.replace(/\b(\d+)([mh])\b/g, (_, count: string, unit: string) => `${Number(count) * (unit === 'h' ? 60 : 1)}s`);
const quickRule = (rule: AlertRule): AlertRule => ({
  ...rule,
  expr: quickened(rule.expr),
  ...(rule.for !== undefined && { for: quickened(rule.for) }),
});
const quickRules = { groups: ruleFile.groups.map(({ name, rules }) => ({ name, rules: rules.map(quickRule) })) };

const timings = new Timings('Alerts in the quickened rules, from the fault until they fire:');
const found = await findServers({ faults: true });

describeScaled(
  hasPrometheus ? found : { missing: 'there is no prometheus or promtool' },
  'alerts of a real Prometheus when the scaled product is broken',
  (start) => {
    let folder: Awaited<ReturnType<typeof tempFolder>>;
    let servers: Servers;
    let sources: RecordedSources;
    let witness: ReturnType<typeof createWitnessServer>;
    let driver: ScaledDriver;
    let prometheus: Prometheus;
    let watchedSince: number;
    const fired = new Set<string>();

    beforeAll(async () => {
      folder = await tempFolder('outlay-alerts');
      [servers, sources, prometheus] = await Promise.all([start(), ratesOf(0), Prometheus.start()]);
      const cosigner = openCosignerKey(cosignerKey('witness.example.org', Buffer.alloc(32, 1)));
      const log = auditSigner(AUDIT_KEY).verifier;
      const cosigning = new Witness(cosigner, [log], new HeadFiles(folder.path), systemClock);
      witness = createWitnessServer(cosigning, () => undefined).listen(0, '127.0.0.1');
      await once(witness, 'listening');
      const { port } = witness.address() as AddressInfo;
      driver = await ScaledDriver.start(servers, {
        env: { AUDIT_KEY, WITNESS_URLS: `${cosigner.publicKey} http://127.0.0.1:${port}` },
        envOf: { fx: { FX_ECB_URL: sources.urls.ecb ?? '' } },
      });
      await prometheus.scrape(driver.product.parts);
      await prometheus.evaluate(quickRules);
      watchedSince = performance.now();
    });
    afterAll(async () => {
      timings.print();
      await prometheus?.close();
      await driver?.product.close();
      witness?.close();
      await sources?.close();
      await servers?.close();
      await folder?.remove();
    });

    const eventStore = () => {
      if (!servers.eventStore) throw new Error('The event store has no faults');
      return servers.eventStore;
    };
    const submit = async (key: string = randomUUID()) =>
      expectStatus(createExpenseRoute, await driver.submit({ key })).expense;
    const ignored = () => undefined;
    const failingRates = () =>
      driver.asAdmin(exchangeRateRoute, { query: { from: 'USD', to: 'EUR', date: dayBefore(8) } });

    /** @param again what goes on until then, such as requests that fail */
    async function fires(name: string, again: () => Promise<unknown> | void = ignored, since = performance.now()) {
      await eventually(async () => {
        await again();
        return (await prometheus.firing()).includes(name);
      }, FIRES_WITHIN_MS);
      fired.add(name);
      timings.record(name, FIRES_WITHIN_MS, performance.now() - since);
    }
    /** The alert is quiet before its fault, so that only the fault can make it fire. */
    const isQuiet = (name: string) =>
      eventually(async () => !(await prometheus.firing()).includes(name), FIRES_WITHIN_MS);

    it('none fires while nothing is wrong', async () => {
      const paid = await driver.payOne();
      await eventually(() => driver.readyReport(paid), 30_000);
      while (performance.now() < watchedSince + QUIET_MS) {
        expectStatus(createExpenseRoute, await driver.submit());
        await setTimeout(500);
      }
      const seconds = Math.ceil((performance.now() - watchedSince) / 1000);
      expect(await prometheus.query(`count_over_time(ALERTS{alertstate="firing"}[${seconds}s])`)).toEqual([]);
      expect((await prometheus.query('min(outlay_log_cosigned_size) > 0')).length).toBe(1);
      expect((await prometheus.query('max(outlay_rate_source_age_seconds) > 0')).length).toBe(1);
    });

    it('the witness stops, and a source delivers rates of last week, which shows in an hour', async () => {
      witness.closeAllConnections();
      witness.close();
      await submit();
      const stale = await ratesOf(8);
      stale.fail('500', '/banks');
      await driver.product.one('fx').stop();
      const urls = { FX_ECB_URL: stale.urls.ecb ?? '', FX_CENTRAL_BANKS_URL: stale.urls.centralBanks ?? '' };
      await driver.product.add('fx', { env: { ...urls, MONGO_URL: new URL('/stale', servers.mongo.url).href } });
      await eventually(() => stale.requests.some((path) => path.startsWith('/banks')));
      await stale.close();
      await prometheus.scrape(driver.product.parts);
    });

    it('OutlayHasAFault: a stored rate is no number', async () => {
      await isQuiet('OutlayHasAFault');
      const documents = await openDocuments({ url: new URL('/stale', servers.mongo.url).href, file: 'fx.db' });
      await documents.collection('legs').updateMany({}, { $set: { perEur: 'none' } });
      await documents.destroy();
      expect((await failingRates()).status).toBe(500);
      await fires('OutlayHasAFault');
    });

    it('OutlayRefusesMessages: somebody without the key sends one', async () => {
      await isQuiet('OutlayRefusesMessages');
      const stranger = await connect({ servers: new URL(servers.nats.url).host, ...servers.natsOperator });
      stranger.publish(describeRateSources.subject, 'not encrypted');
      await stranger.drain();
      await fires('OutlayRefusesMessages');
    });

    it('OutlayFails and OutlayPartIsMissing: no instance of a service runs', async () => {
      await isQuiet('OutlayFails');
      await isQuiet('OutlayPartIsMissing');
      const since = performance.now();
      await driver.product.one('invites').stop();
      await fires('OutlayFails', () => driver.asAdmin(listInvitesRoute), since);
      await fires('OutlayPartIsMissing', ignored, since);
      const missing = await prometheus.query('ALERTS{alertname="OutlayPartIsMissing", alertstate="firing"}');
      expect(missing.map(({ metric }) => metric.part)).toEqual(['invites']);
      await driver.product.add('invites');
      await prometheus.scrape(driver.product.parts);
    });

    it('OutlayIsSlow: the event store takes a second and a half', async () => {
      await isQuiet('OutlayIsSlow');
      await withFault(
        () => (eventStore().faults.append = { slowBy: 1500 }),
        () => (eventStore().faults.append = null),
        () => fires('OutlayIsSlow', () => Promise.all([driver.submit(), driver.submit()])),
      );
    });

    it('OutlayAccessIsNotRecorded: the event store takes no writes', async () => {
      await isQuiet('OutlayAccessIsNotRecorded');
      await withFault(
        () => (eventStore().faults.append = 'read-only'),
        () => (eventStore().faults.append = null),
        async () => {
          const body = { email: 'nobody@example.org', password: 'Wrong-Horse-7' };
          expect((await send(driver.product.origin, loginRoute, { body })).status).toBe(401);
          await fires('OutlayAccessIsNotRecorded');
        },
      );
    });

    it('OutlayLogIsBehind and OutlayReportsFail: the blob store is down', async () => {
      await isQuiet('OutlayLogIsBehind');
      await isQuiet('OutlayReportsFail');
      const expense = await driver.approved();
      await withFault(
        () => servers.s3.stop(),
        () => servers.s3.restart(),
        async () => {
          const since = performance.now();
          expectStatus(payExpensesRoute, await driver.pay(expense));
          await fires('OutlayLogIsBehind', ignored, since);
          await fires('OutlayReportsFail', ignored, since);
          await eventually(async () => (await prometheus.query('outlay_failed_jobs_total > 0')).length > 0, 60_000);
        },
      );
    });

    it('OutlayEventLoopIsBlocked: a part gets to its requests only now and then', async () => {
      await isQuiet('OutlayEventLoopIsBlocked');
      const part = driver.product.one('reports');
      await fires('OutlayEventLoopIsBlocked', async () => {
        part.signal('SIGSTOP');
        await setTimeout(700);
        part.signal('SIGCONT');
        await setTimeout(200);
      });
    });

    it('OutlayTrailIsBroken: a stored event is altered', async () => {
      await isQuiet('OutlayTrailIsBroken');
      const key = randomUUID();
      const { expense_id: id, revision } = await submit(key);
      const altered = eventStore().log.events.find(({ data }) => Buffer.from(data).includes(key));
      if (!altered) throw new Error('The event is not stored');
      const at = Buffer.from(altered.data).indexOf(key);
      altered.data[at] = (altered.data[at] ?? 0) ^ 1;
      const approval = await driver.asAdmin(approveExpenseRoute, { params: { id }, body: { revision } });
      expect(approval.body).toMatchObject({ code: 'TRAIL_BROKEN' });
      await fires('OutlayTrailIsBroken');
    });

    it('OutlayReadModelsAreBehind: their store does not answer for a minute', async () => {
      await isQuiet('OutlayReadModelsAreBehind');
      await withFault(
        () => servers.mongo.pause(),
        () => servers.mongo.resume(),
        () => fires('OutlayReadModelsAreBehind'),
      );
    });

    it.each(['OutlayWitnessDoesNotCosign', 'OutlayRatesAreOld'])('%s, by now', async (name) => {
      await eventually(async () => (await prometheus.firing()).includes(name), FIRES_WITHIN_MS);
      fired.add(name);
    });

    it('OutlayRatesAreOld also names a source that never delivered', async () => {
      const series = await prometheus.query('ALERTS{alertname="OutlayRatesAreOld", alertstate="firing"}');
      expect(series.map(({ metric }) => metric.source)).toEqual(expect.arrayContaining(['ecb', 'cbk']));
    });

    it('OutlayReadModelsAreBehind: no instance of expenses runs', async () => {
      await isQuiet('OutlayReadModelsAreBehind');
      driver.product.one('expenses').signal('SIGKILL');
      await fires('OutlayReadModelsAreBehind');
    });

    it.each(dashboardQueries)('the dashboard shows %s', async (expr) => {
      const seconds = Math.ceil((performance.now() - watchedSince) / 1000);
      const during = `last_over_time((${expr.replaceAll('$__rate_interval', '15s')})[${seconds}s:1s])`;
      expect((await prometheus.query(during)).length).toBeGreaterThan(0);
    });

    it('each alert has fired', () => {
      expect([...fired].sort()).toEqual(alertRules.map(({ alert }) => alert).sort());
    });
  },
);

/** Starts a European Central Bank whose newest rate is `days` old. */
function ratesOf(days: number): Promise<RecordedSources> {
  const day = dayBefore(days);
  const implausible = ['GBP', day, '86.4'] as const;
  return startRecordedSources({ ecb: [['USD', day, '1.1525'], implausible], centralBanks: {}, currencyApi: [] });
}

function dayBefore(days: number) {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}
