import { jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PART_NAMES } from '@outlay/composition';
import { tempFolder } from '@outlay/testing';
import { stringify } from 'yaml';
import { alertRules, hasPrometheus, ruleFile } from './testing/index.js';

jest.setTimeout(120_000);

/** The series of each alert and case, one value a minute. The alert fires after `at`, and no other does. */
const FIRING: Readonly<Record<string, { at: string; series: Readonly<Record<string, string>> }>> = {
  OutlayPartIsMissing: { at: '10m', series: { 'outlay_ready{part="invites"}': '_x30' } },
  'OutlayPartIsMissing while none of its instances is ready': {
    at: '10m',
    series: { 'outlay_ready{part="invites"}': '0x30' },
  },
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
  'OutlayReadModelsAreBehind without any instance': { at: '10m', series: { outlay_projection_lag_seconds: '_x30' } },
  OutlayTrailIsBroken: { at: '1m', series: { outlay_quarantined_streams: '1x30' } },
  OutlayLogIsBehind: { at: '10m', series: { outlay_log_caught_up_timestamp_seconds: '0x30' } },
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
  'OutlayReportsFail for good': {
    at: '30m',
    series: { 'outlay_failed_jobs_total{queue="reports"}': '_ _ _ _ _ 1x30' },
  },
  OutlayRatesAreOld: { at: '90m', series: { 'outlay_rate_source_age_seconds{source="ecb"}': '600000x120' } },
  'OutlayRatesAreOld of a source that never delivered': {
    at: '90m',
    series: { 'outlay_rate_source_failures_total{source="ecb"}': '1x120' },
  },
  OutlayEventLoopIsBlocked: { at: '20m', series: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.6x30' } },
};
const alertOf = (name: string) => name.split(' ')[0] ?? '';
/** Some events always wait, and the latest checkpoint is never cosigned. A restart comes after 70 minutes. A consumer follows. */
const QUIET = {
  outlay_projection_lag_seconds: '0x120',
  outlay_log_size: '100+100x120',
  outlay_log_waiting_events: '3x120',
  outlay_log_caught_up_timestamp_seconds: '0+60x120',
  'outlay_log_cosigned_size{witness="w"}': '0+100x70 0 7200+100x48',
  'outlay_http_request_duration_seconds_count{route="/api/audit/events",status="200"}': '0+2x120',
  'outlay_http_request_duration_seconds_bucket{route="/api/audit/events",le="5"}': '0x120',
  'outlay_http_request_duration_seconds_bucket{route="/api/audit/events",le="+Inf"}': '0+2x120',
  ...Object.fromEntries(PART_NAMES.map((part) => [`outlay_ready{part="${part}"}`, '1x120'])),
};

const withPrometheus = hasPrometheus ? describe : describe.skip;

withPrometheus(
  `the alerts in Prometheus${hasPrometheus ? '' : ' (skipped: there is no prometheus or promtool)'}`,
  () => {
    let folder: Awaited<ReturnType<typeof tempFolder>>;
    beforeAll(async () => {
      folder = await tempFolder('outlay-monitoring');
      await writeFile(join(folder.path, 'rules.yaml'), stringify(ruleFile));
    });
    afterAll(() => folder.remove());

    const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: folder.path, encoding: 'utf8' });

    it('there is a case for each alert', () => {
      expect([...new Set(Object.keys(FIRING).map(alertOf))]).toEqual(alertRules.map(({ alert }) => alert));
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
                exp_samples: [{ labels: `{alertname="${alertOf(name)}"}`, value: 1 }],
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
