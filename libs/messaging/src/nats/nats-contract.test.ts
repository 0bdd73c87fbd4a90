import { Logger } from '@nestjs/common';
import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { messagingContract } from '../messaging.contract.js';
import { openMessaging } from '../open-messaging.js';

Logger.overrideLogger(false);

const secretKey = 'a-key-for-tests-only-0123456789abcdef';

describeOn(await backing('nats'), 'messages over NATS', (start) => {
  let server: BackingServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  messagingContract('NATS', (timeoutMs) => openMessaging({ url: server.url, secretKey, timeoutMs }));
});
