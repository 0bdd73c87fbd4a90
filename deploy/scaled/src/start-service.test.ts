import { readPartConfig, Stores } from '@outlay/composition';
import { openMessaging } from '@outlay/messaging';
import { tempFolder } from '@outlay/testing';
import { startService } from './start-service.js';

const ENVIRONMENT = {
  NATS_URL: 'nats://nats',
  JWT_SECRET: 'x'.repeat(32),
  MONGO_URL: 'mongodb://mongo',
  REDIS_URL: 'redis://redis',
  S3_URL: 'https://s3.example',
};
const EMBEDDED = { eventStore: null, mongo: null, redis: null, s3: null };

class WatchedStores extends Stores {
  workers = 0;

  override async jobs() {
    const jobs = await super.jobs();
    const work: typeof jobs.work = (...args) => {
      const worker = jobs.work(...args);
      this.workers += 1;
      return {
        close: async () => {
          await worker.close();
          this.workers -= 1;
        },
      };
    };
    return Object.create(jobs, { work: { value: work } }) as typeof jobs;
  }
}

test('a service whose start fails leaves nothing running beside the next attempt', async () => {
  const folder = await tempFolder('start-service');
  const stores = new WatchedStores(folder.path, EMBEDDED);
  const messaging = await openMessaging({});
  const ignore = () => undefined;
  const ports = {
    config: readPartConfig('report-worker', ENVIRONMENT, folder.path),
    messaging: { ...messaging, isReady: () => Promise.reject(new Error('The connection is closed')) },
    stores,
    logger: { log: ignore, warn: ignore, error: ignore },
    stopping: new AbortController().signal,
  };
  await expect(startService('report-worker', ports)).rejects.toThrow('The connection is closed');
  expect(stores.workers).toBe(0);

  stores.forgetModels();
  const started = await startService('report-worker', { ...ports, messaging });
  expect(stores.workers).toBe(1);
  await started.close();
  await messaging.close();
  await stores.close();
  await folder.remove();
});
