import { EventStoreDbServer } from '@outlay/event-store/testing';
import { inSpan } from '@outlay/telemetry';
import { tempFolder } from '@outlay/testing';
import { backing, describeOn } from '@outlay/testing/backing/index';
import { EMBEDDED } from './config.js';
import { Stores } from './stores.js';
import { startCollector } from './testing/collector.js';
import { startTracing } from './tracing.js';

describeOn(await backing('mongo'), 'the stores on servers', (start) => {
  it('their calls are spans of the message that makes them', async () => {
    const [mongo, eventStore] = [await start(), await EventStoreDbServer.start()];
    const [folder, collector] = [await tempFolder('observed-stores'), await startCollector()];
    const stores = new Stores(folder.path, { ...EMBEDDED, mongo: mongo.url, eventStore: eventStore.url });
    const [documents, events] = [await stores.documents('auth'), await stores.events()];
    await documents.asPromise();
    const stop = await startTracing('test', collector.url);
    await inSpan('handled', { kind: 'server' }, async () => {
      await events.readStream('expense-1');
      await documents.collection('users').findOne({});
      await documents.db?.collection('invites').find({}).limit(1).toArray();
      await documents.db?.command({ nonsense: 'users' }).catch(() => undefined);
    });
    await stop();
    await stores.close();
    await Promise.all([mongo.close(), eventStore.stop(), folder.remove()]);
    collector.close();

    const handled = collector.named('handled');
    const inIt = { traceId: handled?.traceId, parentSpanId: handled?.spanId };
    expect(collector.named('events readStream')).toMatchObject(inIt);
    for (const call of ['findOne users', 'find invites'])
      expect(collector.named(`documents ${call}`)).toMatchObject({ ...inIt, status: { code: 0 } });
    expect(collector.named('documents nonsense users')).toMatchObject({ ...inIt, status: { code: 2 } });
  });
});
