import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from '@outlay/testing';
import { readConfig } from './config.js';

describe('a setting from a file', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let file: string;
  beforeEach(async () => {
    folder = await tempFolder('settings');
    file = join(folder.path, 'nats');
  });
  afterEach(() => folder.remove());

  it('is the content without the line break at its end', async () => {
    await writeFile(file, 'nats://outlay:hush@nats:4222\n');
    expect(readConfig({ NATS_URL_FILE: file }, '/app').backing.nats).toBe('nats://outlay:hush@nats:4222');
  });

  it('is not set if the file is empty', async () => {
    await writeFile(file, '\n');
    expect(readConfig({ NATS_URL_FILE: file }, '/app').backing.nats).toBeNull();
  });

  it('is checked like any other, without showing its value', async () => {
    await writeFile(file, 'ftp://hush@host');
    const read = () => readConfig({ NATS_URL_FILE: file }, '/app');
    expect(read).toThrow('NATS_URL: must be an address');
    expect(read).not.toThrow(/hush/);
  });

  it('is refused if it is set directly as well', async () => {
    await writeFile(file, 'nats://one');
    const both = { NATS_URL: 'nats://other', NATS_URL_FILE: file };
    expect(() => readConfig(both, '/app')).toThrow('Both NATS_URL and NATS_URL_FILE are set');
  });

  it('ends the start if the file cannot be read', () => {
    expect(() => readConfig({ NATS_URL_FILE: file }, '/app')).toThrow(/NATS_URL_FILE: ENOENT.*nats/);
  });
});
