import { jest } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@outlay/harness';
import { eventually, tempFolder } from '@outlay/testing';
import { parse, stringify } from 'yaml';
import { describeScaled, expectStatus, findServers, ScaledDriver, type Servers } from './testing/index.js';
import { createExpenseRoute } from '@outlay/contracts';

jest.setTimeout(120_000);

const FOLDER = join(import.meta.dirname, '..', '..', 'kubernetes', 'monitoring');
const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const hasPrometheus = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0);

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const { spec } = parse(text('prometheus-rule.yaml')) as { spec: { groups: [{ rules: Rule[] }] } };
const alerts = spec.groups[0].rules;
const dashboard = JSON.parse(text('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Series, one value a minute, on which each alert fires after `at`; the others must not. */
const FIRING: Readonly<Record<string, { at: string; series: Readonly<Record<string, string>> }>> = {
  OutlayFails: {
    at: '15m',
    series: {
      'outlay_http_request_duration_seconds_count{status="200"}': '0+90x30',
      'outlay_http_request_duration_seconds_count{status="503"}': '0+10x30',
    },
  },
  OutlayIsSlow: {
    at: '20m',
    series: {
      'outlay_http_request_duration_seconds_bucket{le="1"}': '0+90x30',
      'outlay_http_request_duration_seconds_bucket{le="5"}': '0+100x30',
      'outlay_http_request_duration_seconds_bucket{le="+Inf"}': '0+100x30',
    },
  },
  OutlayHasAFault: {
    at: '10m',
    series: { 'outlay_message_duration_seconds_count{outcome="INTERNAL",subject="fx.rate"}': '_ _ _ _ _ 1x30' },
  },
  OutlayReadModelsAreBehind: { at: '10m', series: { outlay_projection_lag_seconds: '61x30' } },
  OutlayTrailIsBroken: { at: '1m', series: { outlay_quarantined_streams: '1x30' } },
  OutlayLogIsBehind: { at: '10m', series: { outlay_log_waiting_events: '3x30' } },
  OutlayWitnessDoesNotCosign: {
    at: '90m',
    series: { outlay_log_size: '100x120', 'outlay_log_cosigned_size{witness="w"}': '90x120' },
  },
  OutlayRefusesMessages: {
    at: '10m',
    series: { 'outlay_messages_refused_total{subject="fx.rate",reason="unreadable"}': '_ _ _ _ _ 1x30' },
  },
  OutlayAccessIsNotRecorded: { at: '10m', series: { outlay_unrecorded_access_total: '0 0 0 0 0 1x30' } },
  OutlayReportsFail: {
    at: '30m',
    series: { 'outlay_job_duration_seconds_count{queue="reports",outcome="failed"}': '0+1x60' },
  },
  OutlayRatesAreOld: { at: '90m', series: { 'outlay_rate_source_age_seconds{source="ecb"}': '600000x120' } },
  OutlayEventLoopIsBlocked: { at: '20m', series: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.6x30' } },
};
const QUIET = { outlay_projection_lag_seconds: '0x120' };

const withPrometheus = hasPrometheus ? describe : describe.skip;

withPrometheus(
  `the alerts in Prometheus${hasPrometheus ? '' : ' (skipped: there is no prometheus or promtool)'}`,
  () => {
    let folder: Awaited<ReturnType<typeof tempFolder>>;
    beforeAll(async () => {
      folder = await tempFolder('outlay-monitoring');
      await writeFile(join(folder.path, 'rules.yaml'), stringify(spec));
    });
    afterAll(() => folder.remove());

    const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: folder.path, encoding: 'utf8' });

    it('there is a case for each alert', () => {
      expect(Object.keys(FIRING)).toEqual(alerts.map(({ alert }) => alert));
    });

    it.each(Object.entries(FIRING))('%s fires, and no other', async (name, { at, series }) => {
      const test = {
        rule_files: ['rules.yaml'],
        tests: [
          {
            interval: '1m',
            input_series: Object.entries({ ...QUIET, ...series }).map(([key, values]) => ({ series: key, values })),
            promql_expr_test: [
              {
                expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
                eval_time: at,
                exp_samples: [{ labels: `{alertname="${name}"}`, value: 1 }],
              },
            ],
          },
        ],
      };
      await writeFile(join(folder.path, 'test.yaml'), stringify(test));
      const { status, stdout, stderr } = promtool('test', 'rules', 'test.yaml');
      expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
    });

    it('none fires while nothing is wrong', async () => {
      const test = {
        rule_files: ['rules.yaml'],
        tests: [
          {
            interval: '1m',
            input_series: Object.entries(QUIET).map(([series, values]) => ({ series, values })),
            promql_expr_test: [{ expr: 'ALERTS', eval_time: '90m', exp_samples: [] }],
          },
        ],
      };
      await writeFile(join(folder.path, 'test.yaml'), stringify(test));
      expect(promtool('test', 'rules', 'test.yaml').status).toBe(0);
    });
  },
);

const found = await findServers();
describeScaled(
  hasPrometheus ? found : { missing: 'there is no prometheus' },
  'Prometheus, scraping the scaled product',
  (start) => {
    let folder: Awaited<ReturnType<typeof tempFolder>>;
    let servers: Servers;
    let driver: ScaledDriver;
    let prometheus: ChildProcess;
    let api: string;

    beforeAll(async () => {
      folder = await tempFolder('outlay-prometheus');
      servers = await start();
      driver = await ScaledDriver.start(servers);
      await writeFile(join(folder.path, 'rules.yaml'), stringify(spec));
      const targets = driver.product.parts.map(({ operations }) => new URL(operations).host);
      const config = {
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: ['rules.yaml'],
        scrape_configs: [{ job_name: 'outlay', static_configs: [{ targets }] }],
      };
      await writeFile(join(folder.path, 'prometheus.yaml'), stringify(config));
      const address = `127.0.0.1:${await freePort()}`;
      api = `http://${address}/api/v1`;
      const flags = ['--config.file=prometheus.yaml', '--storage.tsdb.path=data', `--web.listen-address=${address}`];
      prometheus = spawn('prometheus', flags, { cwd: folder.path, stdio: 'ignore' });
      await eventually(
        () =>
          fetch(`http://${address}/-/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        30_000,
      );
    });
    afterAll(async () => {
      if (prometheus?.kill()) await once(prometheus, 'exit');
      await driver?.product.close();
      await servers?.close();
      await folder.remove();
    });

    const get = async <Data>(path: string) => {
      const response = await fetch(`${api}/${path}`);
      return ((await response.json()) as { data: Data }).data;
    };
    const query = async (expr: string) => {
      const response = await fetch(`${api}/query?${new URLSearchParams({ query: expr })}`);
      return (await response.json()) as { status: string; error?: string; data?: { result: unknown[] } };
    };

    it('reads every part', async () => {
      expectStatus(createExpenseRoute, await driver.submit());
      await eventually(async () => {
        const { activeTargets } = await get<{ activeTargets: { health: string }[] }>('targets');
        return activeTargets.length > 0 && activeTargets.every(({ health }) => health === 'up');
      }, 30_000);
    });

    it('knows every metric of the alerts and the dashboard', async () => {
      const all = [...alerts.map(({ expr }) => expr), ...shown].join(' ');
      const asked = new Set(all.match(/\b(?:outlay|nodejs|process)_\w+/g));
      const known = Object.keys(await get<Readonly<Record<string, unknown>>>('metadata'));
      expect([...asked].filter((name) => !known.includes(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
    });

    it('evaluates each alert, of which none fires', async () => {
      type Groups = { groups: { rules: { name: string; health: string; state: string }[] }[] };
      const rules = await eventually(async () => {
        const { groups } = await get<Groups>('rules');
        const each = groups.flatMap((group) => group.rules);
        return each.length > 0 && each.every(({ health }) => health !== 'unknown') ? each : null;
      }, 30_000);
      expect(rules.map(({ name, health }) => [name, health])).toEqual(alerts.map(({ alert }) => [alert, 'ok']));
      expect(rules.filter(({ state }) => state === 'firing')).toEqual([]);
    });

    it.each(shown)('evaluates the dashboard’s %s', async (expr) => {
      const { status, error } = await query(expr.replaceAll('$__rate_interval', '1m'));
      expect({ status, error }).toEqual({ status: 'success', error: undefined });
    });

    it('shows what people do', async () => {
      await eventually(async () => (await query('sum(outlay_projected_events_total) > 0')).data?.result.length === 1);
    });
  },
);
