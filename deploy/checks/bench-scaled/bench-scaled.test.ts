import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..', '..', '..');
const hooks = pathToFileURL(join(root, 'libs', 'testing', 'src', 'backing', 'source-names.mjs')).href;

// It shares helpers with tests, which must not need Jest.
it('loads as a program, and says which server is missing', () => {
  const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings', '--import', hooks];
  const { stderr } = spawnSync(process.execPath, [...flags, join(import.meta.dirname, 'testing', 'main.ts')], {
    env: { HOME: root, PATH: '' },
    encoding: 'utf8',
  });
  expect(stderr).toContain('The scaled composition cannot run here');
});
