import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@outlay/contracts';
import { isOperation } from '@outlay/contracts';
import { busPermissions, natsUsers } from './nats-users.js';
import { PART_NAMES, type PartName } from './services.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const JOBS = 'services/reports/src/jobs/';

/** The report worker is in the package of the reports service. */
const SOURCES: Readonly<Record<PartName, (file: string) => boolean>> = {
  gateway: (file) => file.startsWith('gateway/src/'),
  auth: (file) => file.startsWith('services/auth/src/') || file === 'deploy/composition/src/first-invite.ts',
  invites: (file) => file.startsWith('services/invites/src/'),
  fx: (file) => file.startsWith('services/fx/src/'),
  expenses: (file) => file.startsWith('services/expenses/src/'),
  audit: (file) => file.startsWith('services/audit/src/'),
  reports: (file) => file.startsWith('services/reports/src/') && !file.startsWith(JOBS),
  'report-worker': (file) => file.startsWith(JOBS),
};

const FILES = globSync(['gateway/src/**/*.ts', 'services/*/src/**/*.ts', 'deploy/composition/src/first-invite.ts'], {
  cwd: ROOT,
}).filter((file) => !/\.test\.ts$|\/testing\//.test(file));

const exported: Readonly<Record<string, unknown>> = contracts;

/** The subjects of the operations that a part's sources name after a pattern. */
function subjectsAfter(part: PartName, pattern: RegExp): readonly string[] {
  const sources = FILES.filter(SOURCES[part]).map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const names = sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name));
  const operations = names.map((name) => exported[name]).filter(isOperation);
  return [...new Set(operations.map(({ subject }) => subject))].sort();
}

describe.each(PART_NAMES)('on NATS, the part %s', (part) => {
  it('may call what it calls, and nothing else', () => {
    expect(busPermissions(part).calls).toEqual(subjectsAfter(part, /\.call\(\s*(\w+),/g));
  });

  it('may handle what it handles, and nothing else', () => {
    expect(busPermissions(part).handles).toEqual(subjectsAfter(part, /@Handles\((\w+)\)/g));
  });
});

test('deploy/nats/users.conf is as `npm run nats-users` writes it', () => {
  expect(readFileSync(join(ROOT, 'deploy', 'nats', 'users.conf'), 'utf8')).toBe(natsUsers());
});
