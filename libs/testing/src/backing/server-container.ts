import { existsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { StartedTestContainer } from 'testcontainers';
import type { BackingServer } from './backing-server.js';
import { freePort } from './free-port.js';
import type { ServerKind } from './server-kinds.js';
import { waitUntilReady } from './wait-until-ready.js';

const GRACE_S = 5;
const PULL_AND_START_MS = 300_000;

export async function hasContainerEngine(): Promise<boolean> {
  // Loaded on demand, because it is large and rarely needed.
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/** Runs a server from its image on a fixed host port, which survives restarts. The folders of files that `args` name are copied into it. */
export async function startContainer(
  kind: ServerKind,
  args: readonly string[],
  largestFile?: number,
): Promise<BackingServer> {
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  const port = await freePort();
  const folders = args
    .filter((arg) => isAbsolute(arg) && existsSync(arg))
    .map((file) => ({ source: dirname(file), target: dirname(file) }));
  const container = await new GenericContainer(kind.image)
    .withEnvironment({ ...kind.environment })
    .withCommand([...(kind.imageCommand ?? []), ...args])
    .withCopyDirectoriesToContainer(folders)
    .withUlimits(largestFile === undefined ? {} : { fsize: { soft: largestFile, hard: largestFile } })
    .withExposedPorts({ container: kind.imagePort, host: port })
    .withStartupTimeout(PULL_AND_START_MS)
    .start();
  const engine = await getContainerRuntimeClient();
  return containerServer(
    container,
    engine.container.getById(container.getId()),
    `${container.getHost()}:${port}`,
    kind,
    folders,
  );
}

type EngineContainer = ReturnType<
  Awaited<ReturnType<typeof import('testcontainers').getContainerRuntimeClient>>['container']['getById']
>;

function containerServer(
  container: StartedTestContainer,
  inEngine: EngineContainer,
  address: string,
  kind: ServerKind,
  folders: readonly { readonly source: string; readonly target: string }[],
): BackingServer {
  let running = true;
  const end = async (how: () => Promise<unknown>) => {
    if (running) await how();
    running = false;
  };
  const stop = () => end(() => inEngine.stop({ t: GRACE_S }));
  return {
    url: kind.url(address),
    stop,
    kill: () => end(() => inEngine.kill()),
    pause: async () => {
      await inEngine.pause();
    },
    resume: async () => {
      await inEngine.unpause();
    },
    reload: async () => {
      await container.copyDirectoriesToContainer([...folders]);
      await inEngine.kill({ signal: 'SIGHUP' });
    },
    restart: async () => {
      await stop();
      await inEngine.start();
      running = true;
      await waitUntilReady(address, kind.probe, () => null);
    },
    close: async () => {
      await container.stop();
    },
  };
}
