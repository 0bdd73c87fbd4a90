import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PERMISSIONS, type Permission } from './permissions.js';

const CALLERS: Partial<Record<`${Permission['access']} ${Permission['reach']}`, string>> = {
  'public none': 'anyone',
  'signed_in own': 'all',
  'claimant own': 'all but auditors',
  'signed_in own_or_reader': 'all+',
  'reader all': 'readers',
  'super_admin all': 'super admins',
};

it('docs/api.md lists the calls and their permissions', async () => {
  const page = await readFile(fileURLToPath(new URL('../../../docs/api.md', import.meta.url)), 'utf8');
  const rows = [...page.matchAll(/^\| `((?:GET|POST|PUT|DELETE) \S+)` +\| ([^|]+?) +\|/gm)];
  const documented = Object.fromEntries(rows.map(([, call = '', who = '']) => [call, who]));
  const table: Record<string, Permission> = PERMISSIONS;
  expect(documented).toEqual(
    Object.fromEntries(
      Object.entries(table).map(([call, { access, reach, scope }]) => [
        call,
        `${CALLERS[`${access} ${reach}`]}${scope ? ', tokens' : ''}`,
      ]),
    ),
  );
});
