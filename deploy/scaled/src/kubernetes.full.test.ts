import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@outlay/testing';
import { parseAllDocuments } from 'yaml';
import { ManifestSchemas, type Manifest } from './testing/manifest-schemas.js';

const KUBERNETES = join(import.meta.dirname, '..', '..', 'kubernetes');
/** The versions from the oldest to the newest that the manifests support. */
const VERSIONS = ['1.31.14', '1.34.4', '1.37.2'] as const;
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';
const KEDA = 'github.com/kedacore/keda/v2@v2.21.0';

const missing = ['kubectl', 'go'].filter((program) => spawnSync(program, ['version', '--client']).error);
const check = missing.length === 0 ? describe.each(VERSIONS) : describe.skip.each(VERSIONS);

check(
  `the manifests on Kubernetes %s${missing.length === 0 ? '' : ` (skipped: no ${missing.join(', no ')})`}`,
  (version) => {
    let folder: Awaited<ReturnType<typeof tempFolder>>;
    let schemas: ManifestSchemas;
    beforeAll(async () => {
      folder = await tempFolder('manifests');
      cpSync(KUBERNETES, folder.path, { recursive: true });
      schemas = new ManifestSchemas()
        .addKubernetes(version)
        .addCustomResource(OPERATOR, 'example', 'prometheus-operator-crd', 'monitoring.coreos.com_podmonitors.yaml')
        .addCustomResource(OPERATOR, 'example', 'prometheus-operator-crd', 'monitoring.coreos.com_prometheusrules.yaml')
        .addCustomResource(KEDA, 'config', 'crd', 'bases', 'keda.sh_scaledobjects.yaml');
    }, 120_000);
    afterAll(() => folder.remove());

    function render(overlay: string): Manifest[] {
      const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
    }

    const problems = (manifests: readonly Manifest[]) =>
      manifests.flatMap((manifest) =>
        schemas.problemsOf(manifest).map((problem) => `${manifest.kind} ${manifest.metadata.name}: ${problem}`),
      );

    it('are valid, as the example renders them', () => {
      const manifests = render(join(folder.path, 'overlays', 'example'));
      expect(manifests.length).toBeGreaterThan(28);
      expect(problems(manifests)).toEqual([]);
    });

    it('are valid with KEDA and the Prometheus Operator', () => {
      const overlay = join(folder.path, 'overlays', 'example');
      const components = 'components:\n  - ../../keda\n  - ../../monitoring\n';
      appendFileSync(join(overlay, 'kustomization.yaml'), components);
      const manifests = render(overlay);
      expect(manifests.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['ScaledObject', 'PodMonitor', 'PrometheusRule']),
      );
      expect(problems(manifests)).toEqual([]);
    });

    it.each([
      ['a field that no version knows', (manifest: object) => ({ ...manifest, spec: { replica: 1 } }), /"replica"/],
      [
        'a value of another type',
        (manifest: object) => ({ ...manifest, spec: { replicas: 'two' } }),
        /\/spec\/replicas/,
      ],
      ['a kind of another version', (manifest: object) => ({ ...manifest, apiVersion: 'apps/v1beta9' }), /is unknown/],
    ])('would not be valid with %s', (_, alter, problem) => {
      const deployment = render(join(folder.path, 'overlays', 'example')).find(({ kind }) => kind === 'Deployment');
      expect(schemas.problemsOf(alter(deployment ?? {}) as Manifest).join('\n')).toMatch(problem);
    });
  },
);
