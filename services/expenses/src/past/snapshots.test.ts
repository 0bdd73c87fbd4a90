import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, tempFolder, TestClock } from '@outlay/testing';
import { collectWarnings } from '../testing/warnings.js';
import { Snapshots } from './snapshots.js';

describe('snapshots of the past', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  beforeEach(async () => {
    folder = await tempFolder('snapshots');
  });
  afterEach(() => folder.remove());

  it('that cannot be made are refused with the cause in the log, and made once that is possible', async () => {
    const warnings = collectWarnings();
    const file = join(folder.path, 'events.db');
    await mkdir(file);
    const snapshots = new Snapshots({ file }, new TestClock());
    const ask = () =>
      snapshots
        .ask({ asOf: '2020-01-01T00:00:00.000Z' }, { kind: 'receipt', fileName: 'none.pdf' })
        .catch(({ code }: { code: string }) => code);
    await eventually(async () => (await ask()) === 'SERVICE_UNAVAILABLE');
    expect(warnings[0]).toMatch('Reading the past failed: EventStoreUnavailable');

    await rmdir(file);
    await eventually(async () => (await ask()) === null);
    await snapshots.onApplicationShutdown();
  });
});
