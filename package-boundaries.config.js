import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { options } from './dependency-cruiser.config.js';

/** The packages that each package may import, by their tags. */
const mayImport = {
  'lib:rules': [],
  'lib:receipts': ['lib:rules'],
  'lib:contracts': ['lib:rules'],
  'lib:time': [],
  'lib:concurrency': [],
  'lib:sqlite': ['lib:concurrency'],
  'lib:telemetry': [],
  'lib:transparency-log': ['lib:testing'],
  'lib:testing': ['lib:time'],
  'lib:messaging': ['lib:contracts', 'lib:telemetry', 'lib:testing', 'lib:time'],
  'lib:event-store': ['lib:concurrency', 'lib:sqlite', 'lib:testing', 'lib:time'],
  'lib:documents': ['lib:sqlite', 'lib:testing', 'lib:time'],
  'lib:jobs': ['lib:sqlite', 'lib:testing', 'lib:time'],
  'lib:blobs': ['lib:testing', 'lib:time'],
  'lib:event-sourcing': ['lib:contracts', 'lib:event-store', 'lib:testing', 'lib:time'],
  'layer:service': ['layer:lib'],
  'layer:gateway': [
    'lib:contracts',
    'lib:receipts',
    'lib:rules',
    'lib:messaging',
    'lib:blobs',
    'lib:concurrency',
    'lib:telemetry',
    'lib:time',
    'lib:testing',
  ],
  'layer:web': ['lib:contracts', 'lib:receipts', 'lib:rules'],
  'layer:deploy': ['layer:lib', 'layer:service', 'layer:gateway', 'layer:deploy'],
};

const packages = globSync('{libs/*,services/*,gateway,web,deploy/*}/package.json', { cwd: import.meta.dirname })
  .map((file) => {
    const { nx } = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    return { folder: dirname(file), tags: nx.tags };
  })
  .toSorted((a, b) => a.folder.localeCompare(b.folder));

const anyOf = (folders) => `^(${folders.join('|')})/`;

/** Package boundaries, in tests as well: a file imports from its own package and from those that its tags permit. */
export default {
  forbidden: packages
    .flatMap(({ folder, tags }) => {
      const permitted = tags.flatMap((tag) => mayImport[tag] ?? []);
      const importable = packages.filter((other) => other.tags.some((tag) => permitted.includes(tag)));
      return {
        name: 'package-boundary',
        severity: 'error',
        from: { path: anyOf([folder]) },
        to: {
          path: anyOf(['@outlay', 'libs', 'services', 'gateway', 'web', 'deploy']),
          pathNot: anyOf([folder, ...importable.map((other) => other.folder)]),
        },
      };
    })
    .concat({
      name: 'package-by-its-name',
      severity: 'error',
      from: { path: anyOf(packages.map(({ folder }) => folder)) },
      to: { path: anyOf(packages.map(({ folder }) => folder)), pathNot: '^$1/', dependencyTypes: ['local'] },
    }),
  options,
};
