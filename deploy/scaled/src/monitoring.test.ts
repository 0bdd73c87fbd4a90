import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metrics } from '@outlay/telemetry';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(ROOT, 'deploy', 'kubernetes', 'monitoring');
const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const rule = parse(text('prometheus-rule.yaml')) as { spec: { groups: [{ rules: Alert[] }] } };
const alerts = rule.spec.groups[0].rules;
const dashboard = JSON.parse(text('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** The metrics without the suffix of a histogram's series. Node's own are known only to a process that runs. */
const metricsIn = (texts: readonly string[]) =>
  texts.flatMap((expr) => (expr.match(/\boutlay_\w+/g) ?? []).map((name) => name.replace(/_(bucket|count|sum)$/, '')));
const measured = metrics.getMetricsAsArray().map(({ name }) => name);

describe('the alerts and the dashboard', () => {
  it('ask only for metrics that the product has', () => {
    const asked = metricsIn([...alerts.map(({ expr }) => expr), ...expressions]);
    expect(asked.filter((name) => !measured.includes(name))).toEqual([]);
  });

  it('show every metric of the product on the dashboard', () => {
    expect([...new Set(metricsIn(expressions))].toSorted()).toEqual(measured.toSorted());
  });

  it('each alert has a severity and a runbook, and each runbook an alert', () => {
    const headings = readFileSync(join(ROOT, 'docs', 'runbooks.md'), 'utf8').match(/(?<=^## ).*$/gm);
    expect(headings).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, labels, annotations } of alerts) {
      expect(labels.severity).toMatch(/^(critical|warning)$/);
      expect(annotations).toEqual({
        summary: expect.stringMatching(/\.$/),
        runbook: `docs/runbooks.md#${alert.toLowerCase()}`,
      });
    }
  });

  it('are all in the component for Kubernetes', () => {
    const { resources, configMapGenerator } = parse(text('kustomization.yaml')) as {
      resources: string[];
      configMapGenerator: [{ files: string[] }];
    };
    const listed = ['kustomization.yaml', ...resources, ...configMapGenerator[0].files];
    expect(listed.toSorted()).toEqual(readdirSync(FOLDER).toSorted());
  });
});
