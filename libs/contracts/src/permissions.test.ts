import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PERMISSIONS, type Permission } from './permissions.js';

const WHO: Partial<Record<`${Permission['access']} ${Permission['reach']}`, string>> = {
  'public none': 'anyone',
  'signed_in own': 'all',
  'signed_in own_or_super_admin': 'all+',
  'super_admin all': 'super admins',
};

it('the calls of docs/api.md are the table of permissions, row by row', async () => {
  const page = await readFile(fileURLToPath(new URL('../../../docs/api.md', import.meta.url)), 'utf8');
  const rows = [...page.matchAll(/^\| `((?:GET|POST|PUT|DELETE) \S+)` +\| ([^|]+?) +\|/gm)];
  const told = Object.fromEntries(rows.map(([, call = '', who = '']) => [call, who]));
  const table: Record<string, Permission> = PERMISSIONS;
  expect(told).toEqual(
    Object.fromEntries(Object.entries(table).map(([call, { access, reach }]) => [call, WHO[`${access} ${reach}`]])),
  );
});
