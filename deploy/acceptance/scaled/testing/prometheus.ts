import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@outlay/harness';
import type { Part } from '@outlay/harness/testing/scaled-product';
import { eventually, tempFolder } from '@outlay/testing';
import { killWithParent } from '@outlay/testing/backing/kill-with-parent';
import { parse, stringify } from 'yaml';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'kubernetes', 'monitoring');
/** Prometheus passes on new targets every 5 s. */
const TARGETS_MS = 30_000;

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}

export interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly AlertRule[] }[];
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
}

type Answer<Data> = { status: 'success'; data: Data } | { status: 'error'; error: string };

const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const dashboard = JSON.parse(text('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };

/** The rules as deployed. */
export const ruleFile = (parse(text('prometheus-rule.yaml')) as { spec: RuleFile }).spec;
export const alertRules = ruleFile.groups.flatMap(({ rules }) => rules);
export const dashboardQueries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

export const hasPrometheus = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0);

/** A Prometheus of the test, on this machine only. It asks and evaluates once a second. */
export class Prometheus {
  private constructor(
    private readonly folder: Awaited<ReturnType<typeof tempFolder>>,
    private readonly process: ChildProcess,
    private readonly origin: string,
  ) {}

  static async start(): Promise<Prometheus> {
    const folder = await tempFolder('outlay-prometheus');
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['rules.yaml'],
      scrape_configs: [{ job_name: 'outlay', file_sd_configs: [{ files: ['targets.json'] }] }],
    };
    await writeFile(join(folder.path, 'prometheus.yaml'), stringify(config));
    await writeFile(join(folder.path, 'targets.json'), '[]');
    const address = `127.0.0.1:${await freePort()}`;
    const flags = ['--config.file=prometheus.yaml', '--storage.tsdb.path=data', `--web.listen-address=${address}`];
    const process = spawn('prometheus', flags, { cwd: folder.path, stdio: 'ignore' });
    killWithParent(process, folder.path);
    const prometheus = new Prometheus(folder, process, `http://${address}`);
    await eventually(
      () =>
        fetch(`${prometheus.origin}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      TARGETS_MS,
    );
    return prometheus;
  }

  /** Resolves once it reads all of them, and no others. */
  async scrape(parts: readonly Part[]): Promise<void> {
    const targets = parts.map(({ operations }) => new URL(operations).host);
    await writeFile(join(this.folder.path, 'targets.json'), JSON.stringify([{ targets }]));
    await eventually(async () => {
      type Targets = { activeTargets: { health: string; labels: { instance: string } }[] };
      const { activeTargets } = await this.get<Targets>('targets');
      const up = activeTargets.filter(({ health }) => health === 'up').map(({ labels }) => labels.instance);
      return activeTargets.length === targets.length && targets.every((target) => up.includes(target));
    }, TARGETS_MS);
  }

  /** Call it while Prometheus scrapes: some alerts are about missing parts. Resolves once all were evaluated. */
  async evaluate(rules: RuleFile): Promise<{ name: string; health: string }[]> {
    await writeFile(join(this.folder.path, 'rules.yaml'), stringify(rules));
    this.process.kill('SIGHUP');
    return eventually(async () => {
      type Groups = { groups: { rules: { name: string; health: string }[] }[] };
      const { groups } = await this.get<Groups>('rules');
      const each = groups.flatMap((group) => group.rules);
      return each.length > 0 && each.every(({ health }) => health !== 'unknown') && each;
    }, TARGETS_MS);
  }

  async firing(): Promise<string[]> {
    const { alerts } = await this.get<{ alerts: Alert[] }>('alerts');
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '');
  }

  /** @throws Error if the query is not valid */
  async query(query: string): Promise<readonly { readonly metric: Readonly<Record<string, string>> }[]> {
    return (await this.get<{ result: [] }>(`query?${new URLSearchParams({ query })}`)).result;
  }

  async get<Data>(path: string): Promise<Data> {
    const response = await fetch(`${this.origin}/api/v1/${path}`);
    const answer = (await response.json()) as Answer<Data>;
    if (answer.status === 'error') throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  }

  async close(): Promise<void> {
    if (this.process.kill()) await once(this.process, 'exit');
    await this.folder.remove();
  }
}
