import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { missingContainer } from './server-container.js';

const INFO = { ServerVersion: '28.2.2', OperatingSystem: 'Debian', OSType: 'linux', Architecture: 'x86_64', NCPU: 2 };

/** A container engine that has no image and cannot reach a registry. */
const engine = createServer(({ url = '', method }, response) => {
  const [status, body] = url.includes('/images/create')
    ? [500, { message: 'Get "https://registry-1.docker.io/v2/": no route to host' }]
    : url.endsWith('/info')
      ? [200, INFO]
      : [404, { message: `No such image: ${method} ${url}` }];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
const { DOCKER_HOST } = process.env;
afterEach(() => {
  process.env.DOCKER_HOST = DOCKER_HOST;
  if (DOCKER_HOST === undefined) delete process.env.DOCKER_HOST;
  engine.close();
});

it('says why the container engine cannot start a container', async () => {
  engine.listen(0, '127.0.0.1');
  await once(engine, 'listening');
  process.env.DOCKER_HOST = `tcp://127.0.0.1:${(engine.address() as AddressInfo).port}`;
  expect(await missingContainer('example/absent:1')).toMatch(/^example\/absent:1 cannot be pulled: .*no route to host/);
});
