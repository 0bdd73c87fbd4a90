import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from '@outlay/testing';
import { openPrivateKey } from '@outlay/transparency-log';
import { auditKeyOf, auditPrivateKey } from './audit-key.js';

const SECRET = 'a secret of at least 32 characters';

describe('the audit key', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let auditKeyFile: string;
  beforeEach(async () => {
    folder = await tempFolder('audit-key');
    auditKeyFile = join(folder.path, 'key');
  });
  afterEach(() => folder.remove());

  it('is the one that is set, else the content of the file', async () => {
    await writeFile(auditKeyFile, SECRET);
    expect(await auditKeyOf({ auditKey: 'set', auditKeyFile })).toBe('set');
    expect(await auditKeyOf({ auditKey: null, auditKeyFile })).toBe(SECRET);
  });

  it('is needed', async () => {
    await expect(auditKeyOf({ auditKey: null, auditKeyFile: null })).rejects.toThrow(
      'AUDIT_KEY or AUDIT_KEY_FILE is needed',
    );
    await expect(auditKeyOf({ auditKey: null, auditKeyFile })).rejects.toThrow('ENOENT');
  });

  it.each(['', 'x'.repeat(31), `${' '.repeat(40)}x`])('is refused if it is too short: %j', async (content) => {
    await writeFile(auditKeyFile, content);
    await expect(auditKeyOf({ auditKey: null, auditKeyFile })).rejects.toThrow(`${auditKeyFile} holds fewer than 32`);
  });

  it('makes the same key and name of the log each time, with or without a line break at its end', () => {
    const { publicKey } = openPrivateKey(auditPrivateKey(SECRET));
    expect(openPrivateKey(auditPrivateKey(`${SECRET}\n`)).publicKey).toBe(publicKey);
    expect(openPrivateKey(auditPrivateKey(`${SECRET}!`)).verifier.name).not.toBe(publicKey.split('+')[0]);
    expect(publicKey).toMatch(/^outlay-[0-9a-f]{12}\+/);
  });
});
