import { parseArgs } from 'node:util';
import { readConfig, runMain } from '@outlay/composition';
import { breakGlass } from './break-glass.js';

const USAGE = 'npm run admin -- invite-super-admin <email> --by <your name>';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string', default: '' } },
  });
  const [command, email, ...others] = positionals;
  const by = values.by.trim();
  if (command !== 'invite-super-admin' || email === undefined || others.length > 0 || by === '') throw new Error(USAGE);
  console.log(await breakGlass(readConfig(process.env, '.'), { email, by }));
}

runMain(main);
