import { tempFolder } from '@outlay/testing';
import { InProcessClient, MessageClient, MessageHub } from '@outlay/messaging';
import { systemClock, systemIds } from '@outlay/time';
import { readConfig } from './config.js';
import { SERVICES, type ServicePorts } from './services.js';
import { Stores } from './stores.js';

describe('the stores of a service that did not start', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let stores: Stores;
  beforeEach(async () => {
    folder = await tempFolder('stores');
    stores = new Stores(folder.path, { eventStore: null, mongo: null, redis: null, s3: null });
  });
  afterEach(async () => {
    await stores.close();
    await folder.remove();
  });

  it.each(['auth', 'invites', 'fx', 'reports'] as const)('can be used by %s when it tries again', async (name) => {
    const ports: ServicePorts = {
      stores,
      messages: new MessageClient(new InProcessClient(new MessageHub())),
      clock: systemClock,
      ids: systemIds,
      jwtSecret: 'a secret of the tests, long enough to be one',
      acceptedJwtSecret: null,
      fourEyes: false,
      auditKey: null,
      previousAuditKey: null,
      witnesses: [],
      rateUrls: readConfig({}, folder.path).rateUrls,
      sharedStores: true,
    };
    await SERVICES[name](ports);
    stores.forgetModels();
    await expect(SERVICES[name](ports)).resolves.toHaveProperty('module');
  });
});
