import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SeededIds, tempFolder } from '@outlay/testing';
import { installationSecret } from './secret.js';

describe('the installation’s secret', () => {
  it('is generated once under concurrent starts, and only its user can read it', async () => {
    const folder = await tempFolder('secret');
    const secrets = await Promise.all(
      ['a', 'b', 'c'].map((seed) => installationSecret(folder.path, new SeededIds(seed))),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(64);
    expect(await installationSecret(folder.path, new SeededIds('later'))).toBe(secrets[0]);
    expect((await stat(join(folder.path, 'secret'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['secret']);
    await folder.remove();
  });

  it.each(['', ' '.repeat(40), 'x'.repeat(31), `${'x'.repeat(31)}\n`])(
    'that is too short (%j) ends the start',
    async (content) => {
      const folder = await tempFolder('secret');
      const file = join(folder.path, 'secret');
      await writeFile(file, content);
      await expect(installationSecret(folder.path, new SeededIds('a'))).rejects.toThrow(
        `${file} holds fewer than 32 characters, so that anybody could sign in. Restore it from a backup, or delete it`,
      );
      expect(await readFile(file, 'utf8')).toBe(content);
      await folder.remove();
    },
  );
});
