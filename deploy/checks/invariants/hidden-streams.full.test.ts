import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { EMBEDDED } from '@outlay/composition';
import { createExpenseRoute, findingId, loginRoute } from '@outlay/contracts';
import { EventStoreDbServer } from '@outlay/event-store/testing';
import { RestClient } from '@outlay/seed';
import { claimForm } from '@outlay/testing/claims';
import { PASSWORD } from '@outlay/harness/testing/people';
import { tempFolder } from '@outlay/testing';
import { auditFindings } from '@outlay/tools/audit/audit';
import { HIDINGS } from './testing/hidings.js';
import { createInstallation, ROOT, withRunningProduct } from '@outlay/tools/migrate/testing/sample-installation';

type Folder = Awaited<ReturnType<typeof tempFolder>>;

async function copyOf({ log }: EventStoreDbServer): Promise<EventStoreDbServer> {
  const copy = await EventStoreDbServer.start();
  for (const event of log.events) copy.log.append(event.stream, [event], Number(event.revision) - 1);
  return copy;
}

describe('an operator of EventStoreDB who hides a stream', () => {
  let source: Folder;
  let original: EventStoreDbServer;
  let folder: Folder;
  let server: EventStoreDbServer;
  const backing = () => ({ ...EMBEDDED, eventStore: server.url });
  const hidden = async (readModels = true) => {
    const findings = await auditFindings({ dataDir: folder.path, backing: backing() }, { readModels });
    return findings.map(findingId).filter((id) => id.startsWith('stream-hidden'));
  };

  beforeAll(async () => {
    source = await tempFolder('outlay-hidden');
    original = await EventStoreDbServer.start();
    await createInstallation(source.path, 4, { ...EMBEDDED, eventStore: original.url });
  }, 120_000);
  afterAll(async () => {
    original.stop();
    await source.remove();
  });
  beforeEach(async () => {
    folder = await tempFolder('outlay-hidden-copy');
    await cp(source.path, join(folder.path), { recursive: true });
    server = await copyOf(original);
  });
  afterEach(async () => {
    server.stop();
    await folder.remove();
  });

  it('is not seen where nothing is hidden', async () => {
    expect(await auditFindings({ dataDir: folder.path, backing: backing() })).toEqual([]);
  });

  const cases = Object.keys(HIDINGS).flatMap((how) =>
    ['expense-', 'payment-', 'account-'].map((prefix) => ({ how, prefix })),
  );
  it.each(cases)('is named: a stream $prefix… $how, at once, before a replay, and after work went on', async (one) => {
    const stream = server.log.events.map((event) => event.stream).find((name) => name.startsWith(one.prefix)) ?? '';
    HIDINGS[one.how]?.(server.log, stream);
    const named = [`stream-hidden:${stream}`];
    expect(await hidden()).toEqual(named);
    expect(await hidden(false)).toEqual(named);
    await withRunningProduct(folder.path, submit, backing());
    expect(await hidden()).toEqual(named);
  });
});

async function submit(origin: string): Promise<void> {
  const api = new RestClient(origin);
  const { token } = await api.call(loginRoute, { body: { email: ROOT, password: PASSWORD } });
  await api.call(createExpenseRoute, { token, body: claimForm({ amount: '77.00', no_receipt: 'true' }) });
}
