import { findPackStreams, openProofPack, readPackStreams } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { boss, runAudit } from '../testing/running-audit.js';

describe('a proof pack', () => {
  let service: Awaited<ReturnType<typeof runAudit>>;
  beforeAll(async () => {
    service = await runAudit();
    await service.write('account-1', 300);
    await service.write('expense-1', 2);
  });
  afterAll(() => service.close());

  const open = () => service.call(openProofPack, { selector: { expense: '1' } }, boss);
  const read = (size: number) => service.call(readPackStreams, { streams: ['expense-1'], size }, boss);
  const find = (size: number) => {
    const selector = { from: '2026-01-01', to: '2026-12-31' };
    return service.call(findPackStreams, { selector, after: -1, size }, boss);
  };
  const opened = () =>
    eventually(async () => {
      const pack = await open().catch(() => null);
      return pack && pack.size === 302 && pack;
    });

  it('has the streams as they were at its checkpoint', async () => {
    await opened();
    expect(await read(302)).toMatchObject({ leaves: [300, 301], payments: [{ id: 'expense-1@1' }] });
    expect(await read(301)).toMatchObject({ leaves: [300], payments: [{ id: 'expense-1@0' }] });
    expect(await read(300)).toMatchObject({ leaves: [], payments: [] });
  });

  it('is refused while the positions of its events are missing', async () => {
    const { size } = await opened();
    expect(await find(size)).toMatchObject({ streams: ['account-1', 'expense-1'], last: size - 1 });
    await service.documents.collection('log-positions').deleteMany({});
    await expect(read(size)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(find(size)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
