import { Logger } from '@nestjs/common';
import type { NatsConnection } from '@nats-io/transport-node';
import { eventually } from '@outlay/testing';
import { backing, describeOn } from '@outlay/testing/backing/index';
import { connectionOptions } from './connection-options.js';
import { NatsLink } from './nats-link.js';

Logger.overrideLogger(false);

describeOn(await backing('nats', { own: true }), 'a link to NATS', (start) => {
  it('closes a connection whose listener fails, and opens another', async () => {
    const server = await start();
    await server.stop();
    const link = await NatsLink.open(connectionOptions(server.url, {}));
    const connections: NatsConnection[] = [];
    link.addListener((connection) => {
      if (connections.push(connection) === 1) throw new Error('It cannot subscribe');
    });
    try {
      await server.restart();
      await eventually(() => connections.length > 1);
      expect(connections.map((connection) => connection.isClosed())).toEqual([true, false]);
    } finally {
      await link.close();
      await server.close();
    }
  });
});
