import { EMBEDDED } from '@outlay/composition';
import { createExpenseRoute, loginRoute, readTrailState, rejectExpenseRoute } from '@outlay/contracts';
import { EventStoreDbServer } from '@outlay/event-store/testing';
import { claimForm } from '@outlay/testing/claims';
import { PASSWORD } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt } from '@outlay/harness/testing/receipts';
import { RestClient } from '@outlay/seed';
import { createStandalone, type Standalone } from '@outlay/standalone';
import { eventually, tempFolder } from '@outlay/testing';
import { createInstallation, ROOT } from '@outlay/tools/migrate/testing/sample-installation';
import { HIDINGS } from './testing/hidings.js';

const actor = { id: ROOT, email: ROOT, name: 'Rosa Root', role: 'super_admin', reimbursementCurrency: 'EUR' } as const;
const AUDITOR = { actor, correlationId: 'test' };

describe('a product on an EventStoreDB whose operator hides streams', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let server: EventStoreDbServer;
  let product: Standalone;
  let api: RestClient;
  let token: string;
  let submitted = 0;
  const start = async () => {
    const backing = { ...EMBEDDED, eventStore: server.url };
    product = await createStandalone({ dataDir: folder.path, backing, webRoot: null, logger: [] });
    await product.gateway.listen(0, '127.0.0.1');
    api = new RestClient((await product.gateway.getUrl()).replace('[::1]', '127.0.0.1'));
    ({ token } = await api.call(loginRoute, { body: { email: ROOT, password: PASSWORD } }));
  };
  beforeAll(async () => {
    folder = await tempFolder('outlay-hidden');
    server = await EventStoreDbServer.start();
    await createInstallation(folder.path, 4, { ...EMBEDDED, eventStore: server.url });
    await start();
  }, 120_000);
  afterAll(async () => {
    await product.close();
    server.stop();
    await folder.remove();
  });

  /** Submits a claim, which makes two events. */
  const submit = async () => {
    submitted += 1;
    const receipt = asFile(pdfReceipt(`hidden ${submitted}`), 'r.pdf', 'application/pdf');
    return (await api.call(createExpenseRoute, { token, body: claimForm({}, receipt) })).expense;
  };
  const isKeptApart = (stream: string) =>
    eventually(async () => {
      const { streams } = await product.messages.call(readTrailState, {}, AUDITOR);
      return streams.some((one) => one.stream === stream);
    });
  /** The product starts, keeps the stream apart by name, and serves everything else. */
  const startsWithout = async (stream: string) => {
    await product.close();
    await start();
    await eventually(() => Object.values(product.isReady()).every(Boolean));
    await isKeptApart(stream);
    await submit();
  };

  // The claim's last event is also the last one that was projected, which a start compares.
  it.each(Object.keys(HIDINGS))('names a claim that is %s when it happens, and starts', async (how) => {
    const { id } = await submit();
    HIDINGS[how]?.(server.log, `expense-${id}`);
    await isKeptApart(`expense-${id}`);
    await startsWithout(`expense-${id}`);
    const refused = api.call(rejectExpenseRoute, { token, params: { id }, body: { admin_notes: 'No' } });
    await expect(refused).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
  });

  it('names a claim that was hidden while it did not run', async () => {
    const { id } = await submit();
    await product.close();
    server.log.softDelete(`expense-${id}`);
    await start();
    await startsWithout(`expense-${id}`);
  });

  it.each(['payment-', 'account-'])('names a stream %s… that was deleted for good, and starts', async (prefix) => {
    const stream = server.log.events.map((event) => event.stream).find((name) => name.startsWith(prefix)) ?? '';
    server.log.tombstone(stream);
    await isKeptApart(stream);
    await startsWithout(stream);
  });
});
