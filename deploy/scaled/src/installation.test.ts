import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  natsPasswordVariable,
  NEEDED_SETTINGS,
  PART_NAMES,
  readConfig,
  readPartConfig,
  SETTING_NAMES,
  type PartName,
} from '@outlay/composition';
import { FAILPOINTS } from '@outlay/concurrency';
import { metrics } from '@outlay/telemetry';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const KUBERNETES = join('deploy', 'kubernetes');
const OPERATIONS_PORT = 4001;

interface Container {
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly envFrom: readonly object[];
  readonly args: readonly string[];
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly securityContext: object;
  readonly livenessProbe: object;
  readonly readinessProbe: object;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly scaleTargetRef?: object;
    readonly template: { readonly spec: Readonly<Record<string, unknown>> & { readonly containers: [Container] } };
  };
}

interface ComposeService {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly mem_limit: string;
  readonly healthcheck?: object;
  readonly memswap_limit: string;
  readonly depends_on?: readonly string[];
  readonly [key: string]: unknown;
}

const text = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const compose = parse(text('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  networks: Record<string, { readonly internal?: boolean } | null>;
};
/** The server that each address leads to. */
const SERVERS = {
  NATS_URL: 'nats',
  EVENTSTORE_URL: 'eventstore',
  MONGO_URL: 'mongo',
  REDIS_URL: 'redis',
  S3_URL: 'minio',
} as const;
const partsOf = (services: Record<string, ComposeService>) =>
  Object.entries(services).filter(([, { image }]) => image.startsWith('outlay:'));
const dockerfile = text('deploy', 'docker', 'Dockerfile');

const known: ReadonlySet<string> = new Set(SETTING_NAMES);
/** Secrets and addresses that only the parts that need them get. */
const LIMITED: ReadonlySet<string> = new Set(Object.values(NEEDED_SETTINGS).flat());
const limitedOf = (names: readonly string[]) => names.filter((name) => LIMITED.has(name)).sort();
const neededBy = (part: string) => [...NEEDED_SETTINGS[part as PartName]].sort();

/** Settings of another NATS than the compose file's own. */
const OF_OTHER_SERVERS = ['NATS_CREDS', 'NATS_CERT', 'NATS_KEY'];
const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

const filledIn = (value: string) =>
  value.replace(/\$\{\w+(?::-(?<fallback>[^}]*)|[^}]*)\}/g, (...match) => {
    const { fallback } = match.at(-1) as { fallback?: string };
    return fallback ?? 'x'.repeat(64);
  });

test('docs/operations.md names every part, setting, metric and failpoint', () => {
  const document = text('docs', 'operations.md');
  const measured = metrics.getMetricsAsArray().map(({ name }) => name);
  expect(measured).not.toHaveLength(0);
  const names = [...PART_NAMES, ...known, ...measured, ...FAILPOINTS];
  expect(names.filter((name) => !document.includes(`\`${name}`))).toEqual([]);
});

describe('the image', () => {
  it('runs on the version of Node that the tests use', () => {
    const { devDependencies } = JSON.parse(text('package.json')) as { devDependencies: Record<string, string> };
    expect(dockerfile).toContain(`ARG NODE_VERSION=${devDependencies.node}\n`);
  });

  it('starts Node with the options of `npm start`, and so do the tests', () => {
    const [, options = ''] = /^ENTRYPOINT \["node", (.*), ".*main.js"]$/m.exec(dockerfile) ?? [];
    expect(options).not.toBe('');
    for (const path of [
      ['scripts', 'start.mjs'],
      ['harness', 'src', 'start-process.ts'],
    ]) {
      expect(text('deploy', ...path)).toContain(`[${options.replaceAll('"', "'")}]`);
    }
  });

  it('sets known settings only, and does not run as root', () => {
    const [, settings = ''] = /^ENV (NODE_ENV=.+)$/m.exec(dockerfile) ?? [];
    const names = settings.split(' ').map((setting) => setting.split('=')[0]);
    expect(names.filter((name = '') => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
    expect(settings).toContain(`OPERATIONS_PORT=${OPERATIONS_PORT}`);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

describe('docker-compose.yml', () => {
  const services = Object.entries(compose.services);
  const parts = partsOf(compose.services);

  it('runs each part once from the image', () => {
    expect(parts.map(([name]) => name).sort()).toEqual([...PART_NAMES].sort());
    for (const [name, { command }] of parts) expect(command).toEqual([name]);
  });

  it.each(parts)('%s has known and valid settings only, and the addresses and secrets that it needs', (name, part) => {
    const environment = Object.fromEntries(
      Object.entries(part.environment).map(([setting, value]) => [setting.replace(/_FILE$/, ''), filledIn(value)]),
    );
    expect(part.configs).toEqual([{ source: 'ca', target: environment.NATS_CA }]);
    environment.NATS_CA = CERTIFICATE;
    expect(Object.keys(environment).filter((setting) => !known.has(setting))).toEqual([]);
    expect(limitedOf(Object.keys(environment))).toEqual(neededBy(name));
    expect(() => readPartConfig(name as PartName, environment, ROOT)).not.toThrow();
  });

  it.each(parts)('%s is a user of its own on NATS, whose password only it and NATS have', (name, { environment }) => {
    const variable = natsPasswordVariable(name as PartName);
    expect(environment).toMatchObject({ NATS_USER: name, NATS_PASSWORD: expect.stringContaining(`\${${variable}:`) });
    expect(compose.services.nats?.environment[variable]).toBe(`"\${${variable}}"`);
    const holders = services.filter(([, service]) => JSON.stringify(service).includes(`\${${variable}`));
    expect(holders.map(([holder]) => holder).sort()).toEqual(['nats', name].sort());
  });

  it('encrypts what the parts send to NATS, whose key only NATS has', () => {
    for (const [, { environment }] of parts) expect(environment.NATS_URL).toBe('tls://nats:4222');
    const config = text('deploy', 'nats', 'nats-server.conf');
    const files = [...config.matchAll(/(?:cert|key)_file: (\S+)/g)].map(([, file]) => file);
    const nats = compose.services.nats;
    expect([nats?.configs, nats?.secrets].flat()).toEqual(
      expect.arrayContaining(files.map((target) => expect.objectContaining({ target }))),
    );
    expect(services.filter(([, service]) => service.secrets).map(([name]) => name)).toEqual(['nats', 'eventstore']);
  });

  it('passes on every setting that the image does not set itself', () => {
    const passed = new Set([
      ...OF_OTHER_SERVERS,
      ...parts.flatMap(([, { environment }]) => Object.keys(environment).map((name) => name.replace(/_FILE$/, ''))),
    ]);
    expect(
      SETTING_NAMES.filter((name) => !passed.has(name) && !new RegExp(`^ENV .*\\b${name}=`, 'm').test(dockerfile)),
    ).toEqual([]);
  });

  it('has no secret in an argument, which anybody on the machine can read', () => {
    for (const [, { command, healthcheck }] of services)
      expect(JSON.stringify([command, healthcheck])).not.toMatch(/\$\{?\w*(PASSWORD|SECRET|KEY)/);
  });

  it.each(parts)('%s is read-only, unprivileged and can have several instances', (name, part) => {
    expect(part).toMatchObject({ read_only: true, init: true, cap_drop: ['ALL'] });
    expect(part.security_opt).toEqual(['no-new-privileges:true']);
    expect(part.container_name).toBeUndefined();
    if (name !== 'gateway') expect(part.ports).toBeUndefined();
  });

  it('limits the memory and the logs of every service', () => {
    for (const [name, { mem_limit, logging }] of services) {
      expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      expect(logging).toMatchObject({ options: { 'max-size': '20m', 'max-file': '5' } });
    }
  });

  it('publishes the port of the gateway only', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['gateway']);
  });

  it.each(parts)('%s starts without waiting for any other service to be ready', (_, { depends_on }) => {
    expect(depends_on).toEqual(expect.arrayContaining(['nats']));
    expect(depends_on?.filter((name) => PART_NAMES.includes(name as PartName))).toEqual([]);
  });

  it('builds one image, which all parts run', () => {
    expect(services.filter(([, { build }]) => build).map(([name]) => name)).toEqual(['gateway']);
    for (const [name, { pull_policy }] of parts) if (name !== 'gateway') expect(pull_policy).toBe('never');
    expect(new Set(parts.map(([, { image }]) => image)).size).toBe(1);
  });

  it.each(parts)(
    '%s reaches the servers whose addresses it has, and no others',
    (_, { networks, depends_on, environment }) => {
      const servers = Object.entries(SERVERS).flatMap(([setting, server]) => (setting in environment ? [server] : []));
      expect(networks.filter((network) => network !== 'front').sort()).toEqual(servers.sort());
      expect([...(depends_on ?? [])].sort()).toEqual(servers.sort());
    },
  );

  it('gives each server an internal network of its own', () => {
    const servers = Object.values(SERVERS);
    for (const server of servers) expect(compose.services[server]?.networks).toEqual([server]);
    const internal = Object.entries(compose.networks).filter(([, network]) => network?.internal);
    expect(internal.map(([name]) => name).sort()).toEqual([...servers].sort());
  });

  it('takes from every service all privileges, and gives none more memory by swapping', () => {
    for (const [name, { cap_drop, security_opt, mem_limit, memswap_limit }] of services)
      expect([name, cap_drop, security_opt, memswap_limit]).toEqual([
        name,
        ['ALL'],
        ['no-new-privileges:true'],
        mem_limit,
      ]);
  });

  it('names a version of every image, and contains no secret', () => {
    for (const [, { image }] of services) expect(filledIn(image)).toMatch(/^[\w./-]+:[\w.-]*\d[\w.-]*$/);
    expect(compose.services.gateway?.environment.JWT_SECRET).toMatch(/^\$\{JWT_SECRET:\?/);
  });

  it.each([
    ['required', /\$\{(\w+):?\?/g, /^(\w+)=$/gm],
    ['optional', /\$\{(\w+):?-/g, /^# (\w+)=./gm],
  ])('uses the %s variables that .env.example lists', (_, used, listed) => {
    const names = (content: string, pattern: RegExp) => [...content.matchAll(pattern)].map(([, name]) => name).sort();
    expect([...new Set(names(text('docker-compose.yml'), used))]).toEqual(names(text('.env.example'), listed));
  });
});

const kustomized = spawnSync('kubectl', ['kustomize', join(ROOT, KUBERNETES, 'overlays', 'example')], {
  encoding: 'utf8',
});
const hasKubectl = kustomized.error === undefined;

(hasKubectl ? describe : describe.skip)(`deploy/kubernetes${hasKubectl ? '' : ' (skipped: no kubectl)'}`, () => {
  const manifests = parseAllDocuments(kustomized.stdout ?? '').map((document) => document.toJS() as Manifest);
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const secret = parse(text(KUBERNETES, 'secret.example.yaml')) as Manifest;

  it('renders', () => {
    expect(kustomized).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget'])(
    'has a %s for each part',
    (kind) => {
      const names = of(kind).map(({ metadata }) => metadata.name);
      expect(names.sort()).toEqual(PART_NAMES.map((part) => `outlay-${part}`).sort());
    },
  );

  it.each(PART_NAMES)('%s has probes on its operations port, resource limits, and does not run as root', (part) => {
    const pod = of('Deployment').find(({ metadata }) => metadata.name === `outlay-${part}`)?.spec.template.spec;
    expect(pod?.containers).toMatchObject([
      {
        args: [part],
        ports: expect.arrayContaining([{ name: 'operations', containerPort: OPERATIONS_PORT }]),
        livenessProbe: { httpGet: { path: '/live', port: 'operations' } },
        startupProbe: { httpGet: { path: part === 'gateway' ? '/ready' : '/live', port: 'operations' } },
        ...(part !== 'gateway' && { readinessProbe: { httpGet: { path: '/ready', port: 'operations' } } }),
        resources: {
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        },
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
        lifecycle: { preStop: expect.anything() },
      },
    ]);
    expect(pod?.containers[0].image).toMatch(/:\d+\.\d+\.\d+$/);
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30);
  });

  it('lets the same parts reach the internet as Docker Compose does', () => {
    const outside = of('NetworkPolicy').find(({ metadata }) => metadata.name === 'outlay-outside');
    const composed = partsOf(compose.services).filter(
      ([name, { networks }]) => networks.includes('front') && name !== 'gateway',
    );
    expect(outside?.spec).toMatchObject({
      podSelector: { matchExpressions: [{ operator: 'In', values: composed.map(([name]) => name).sort() }] },
      egress: [{ ports: [{ port: 443 }] }],
    });
    expect(JSON.stringify(of('NetworkPolicy')).match(/"port":443/g)).toHaveLength(1);
  });

  // Every part reaches NATS.
  const limitedServers = Object.entries(SERVERS).filter(([setting]) => setting !== 'NATS_URL');
  it.each(limitedServers)('lets the parts with %s reach %s, and no others', (setting, server) => {
    const policy = of('NetworkPolicy').find(({ metadata }) => metadata.name === `outlay-${server}`);
    const users = PART_NAMES.filter((part) => NEEDED_SETTINGS[part].some((name) => name === setting));
    expect(policy?.spec).toMatchObject({
      podSelector: { matchExpressions: [{ operator: 'In', values: users.sort() }] },
      policyTypes: ['Egress'],
    });
    const { port } = new URL(compose.services.expenses?.environment[setting]?.replace(/^[^@]*@|^/, 'http://x@') ?? '');
    expect(policy?.spec).toMatchObject({ egress: [{ ports: [{ port: Number(port) }] }] });
  });

  it('gives each part as much memory as Docker Compose does', () => {
    for (const [name, { mem_limit }] of partsOf(compose.services)) {
      const deployment = of('Deployment').find(({ metadata }) => metadata.name === `outlay-${name}`);
      const { memory } = deployment?.spec.template.spec.containers[0].resources.limits as { memory: string };
      expect([name, memory.toLowerCase()]).toEqual([name, `${mem_limit}i`]);
    }
  });

  it('keeps sending requests to a gateway whose services are down', () => {
    const gateway = of('Deployment').find(({ metadata }) => metadata.name === 'outlay-gateway');
    expect(gateway?.spec.template.spec.containers[0].readinessProbe).toMatchObject({
      httpGet: { path: '/api/health/live', port: 'http' },
    });
  });

  it.each(PART_NAMES)('%s has an autoscaler of its own', (part) => {
    const scaler = of('HorizontalPodAutoscaler').find(({ metadata }) => metadata.name === `outlay-${part}`);
    expect(scaler?.spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: `outlay-${part}` });
  });

  it('has known and valid settings only', () => {
    const { stringData = {} } = secret;
    const passwords = PART_NAMES.map(natsPasswordVariable);
    expect(Object.keys(stringData)).toEqual(expect.arrayContaining(passwords));
    const ofParts = Object.entries(stringData).filter(([name]) => !passwords.includes(name));
    const secrets = { ...Object.fromEntries(ofParts), JWT_SECRET: 'x'.repeat(64), AUDIT_KEY: 'x'.repeat(64) };
    const settings = { ...of('ConfigMap')[0]?.data, ...secrets };
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([]);
    expect(Object.keys(secrets).sort()).toEqual([...limitedOf([...LIMITED]), 'NATS_CA'].sort());
    expect(stringData.NATS_URL).toMatch(/^tls:/);
    expect(() => readConfig(settings, ROOT)).not.toThrow();
  });

  it.each(PART_NAMES)('%s gets the addresses and secrets that it needs, from the secret', (part) => {
    const pod = of('Deployment').find(({ metadata }) => metadata.name === `outlay-${part}`)?.spec.template.spec;
    const { env = [], envFrom } = pod?.containers[0] ?? {};
    expect(envFrom).toEqual([{ configMapRef: { name: 'outlay' } }]);
    const [user, ...secrets] = [...env].sort((a, b) => Number('valueFrom' in a) - Number('valueFrom' in b));
    expect(user).toEqual({ name: 'NATS_USER', value: part });
    const names = secrets.map(({ name }) => name).sort();
    const optional = [
      'JWT_SECRET_ACCEPTED',
      ...(part === 'expenses' || part === 'audit' ? ['AUDIT_KEY_PREVIOUS'] : []),
    ];
    expect(names).toEqual([...neededBy(part), ...optional, 'NATS_CA', 'NATS_PASSWORD'].sort());
    for (const { name, valueFrom } of secrets) {
      const key = name === 'NATS_PASSWORD' ? natsPasswordVariable(part) : name;
      expect(valueFrom).toMatchObject({ secretKeyRef: { name: 'outlay', key } });
    }
  });

  it('contains no secret', () => {
    expect(of('Secret')).toEqual([]);
    expect(secret.stringData).toMatchObject({ JWT_SECRET: '', AUDIT_KEY: '' });
  });
});
