import { access, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { tempFolder } from '../temp-folder.js';
import { backing, describeOn } from './index.js';
import { SERVER_KINDS } from './server-kinds.js';
import { spawnSource } from './spawn-source.js';

const missingContainer = async (image: string) => `${image} cannot be pulled`;

describe('finding a real server', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  beforeAll(async () => {
    folder = await tempFolder();
  });
  afterAll(() => folder.remove());

  async function program(path: string, script: string): Promise<void> {
    await mkdir(join(folder.path, path, '..'), { recursive: true });
    await writeFile(join(folder.path, path), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder.path, path), 0o755);
  }

  it('prefers the environment variable and rejects stopping that server', async () => {
    await program('first/nats-server', 'exit 1');
    const environment = { NATS_URL: 'nats://example:4222', PATH: join(folder.path, 'first') };
    const found = await backing('nats', { environment, missingContainer });
    if (found.missing !== null) throw new Error(found.missing);
    expect(found.product).toBe('NATS_URL');
    const server = await found.start();
    expect(server.url).toBe('nats://example:4222');
    await expect(server.kill()).rejects.toThrow('{ own: true }');
    await expect(found.start('--user', 'ann')).rejects.toThrow('{ own: true }');
    await server.close();
    expect(await backing('nats', { own: true, environment, missingContainer })).toMatchObject({
      product: 'nats-server',
    });
  });

  const { imap: _notInstalled, ...installed } = SERVER_KINDS;
  it.each(Object.values(installed))('takes the image of Docker Compose: $image', async ({ image }) => {
    const compose = await readFile(join(import.meta.dirname, '..', '..', '..', '..', 'docker-compose.yml'), 'utf8');
    expect(compose).toContain(`image: ${image}\n`);
  });

  it('prefers a program on the PATH or in the Go folder to an image', async () => {
    await program('path/mongod', 'exit 0');
    await program('go/bin/ferretdb', 'exit 0');
    const productWith = async (environment: NodeJS.ProcessEnv) =>
      backing('mongo', { environment, missingContainer: async () => null });
    const [path, GOPATH] = [join(folder.path, 'path'), join(folder.path, 'go')];
    expect(await productWith({ PATH: path, GOPATH })).toMatchObject({ product: 'mongod' });
    expect(await productWith({ PATH: folder.path, GOPATH })).toMatchObject({ product: 'ferretdb' });
    expect(await productWith({ PATH: folder.path, HOME: folder.path })).toMatchObject({ product: 'ferretdb' });
    expect(await productWith({ PATH: folder.path, GOPATH: folder.path })).toMatchObject({ product: 'mongo:8.0' });
  });

  it('skips a program that loses everything when it stops, if asked for a durable one', async () => {
    await program('both/mongo-java-server', 'exit 0');
    await program('both/ferretdb', 'exit 0');
    const environment = { PATH: join(folder.path, 'both'), MONGO_URL: 'mongodb://example' };
    const productWith = (durable: boolean) => backing('mongo', { own: true, durable, environment, missingContainer });
    expect(await productWith(false)).toMatchObject({ product: 'mongo-java-server' });
    expect(await productWith(true)).toMatchObject({ product: 'ferretdb' });
  });

  it('reports why there is none', async () => {
    const environment = { PATH: folder.path, GOPATH: folder.path };
    expect(await backing('mongo', { environment, missingContainer })).toEqual({
      missing:
        'MONGO_URL is not set, mongod or mongo-java-server or ferretdb is not installed, mongo:8.0 cannot be pulled',
    });
    expect(await backing('eventstore', { own: true, environment, missingContainer })).toEqual({
      missing: 'eventstore/eventstore:24.10.4-jammy cannot be pulled',
    });
  });

  it('reports the output of a program that exits, and removes its folder', async () => {
    await program('broken/redis-server', 'echo "Bad directive in $PWD" >&2; exit 3');
    const environment = { PATH: join(folder.path, 'broken') };
    const found = await backing('redis', { environment, missingContainer });
    if (found.missing !== null) throw new Error(found.missing);
    const failure: unknown = await found.start().catch((error: unknown) => error);
    const [, folderPath = ''] = /exited before it was ready:\nBad directive in (.+)/.exec(String(failure)) ?? [];
    expect(folderPath).toContain('outlay-server');
    await expect(access(folderPath)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('limits the file size of a separate program', async () => {
    await program('limited/redis-server', 'head -c 3000 /dev/zero >large; wc -c <large; exit 3');
    const environment = { REDIS_URL: 'redis://example:6379', PATH: join(folder.path, 'limited') };
    const found = await backing('redis', { largestFile: 2048, environment, missingContainer });
    if (found.missing !== null) throw new Error(found.missing);
    await expect(found.start()).rejects.toThrow(/exited before it was ready:\n[^]*\b2048\b/);
  });
});

function redis(port: string, command: string, withinMs = 2000): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port: Number(port), timeout: withinMs });
    const finish = (answer: string | null) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => socket.write(`${command}\r\n`));
    socket.on('data', (chunk) => finish(chunk.toString().trim()));
    socket.on('timeout', () => finish(null));
    socket.on('error', () => finish(null));
  });
}

describeOn(await backing('redis', { own: true }), 'a test run that is killed', () => {
  it('leaves no server and no data behind', async () => {
    const run = spawnSource(join(import.meta.dirname, 'start-and-wait.mjs'), 'redis');
    const [line] = (await once(run.stdout, 'data')) as [Buffer];
    const { port } = new URL(line.toString().trim());
    const data = (await redis(port, 'CONFIG GET dir'))?.split('\r\n').find((text) => text.startsWith('/')) ?? '';
    await access(data);
    run.kill('SIGKILL');
    await eventually(async () => (await redis(port, 'PING')) === null);
    await eventually(() =>
      access(data).then(
        () => false,
        () => true,
      ),
    );
  });
});
