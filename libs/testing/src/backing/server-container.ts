import { existsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { StartedTestContainer } from 'testcontainers';
import type { BackingServer } from './backing-server.js';
import { freePort } from './free-port.js';
import type { ServerKind } from './server-kinds.js';
import { waitUntilReady } from './wait-until-ready.js';

const GRACE_S = 5;
const PULL_AND_START_MS = 300_000;

/** Why no container of the image can start; null if one can, after the image was pulled if need be. */
export async function missingContainer(image: string): Promise<string | null> {
  // Loaded on demand, because it is large and rarely needed.
  const { getContainerRuntimeClient, getReaper, ImageName } = await import('testcontainers');
  const engine = await getContainerRuntimeClient().catch(() => null);
  if (engine === null) return 'no container engine runs';
  const name = ImageName.fromString(image);
  try {
    await engine.image.pull(name);
    // A pull that breaks off does not reject.
    if (!(await engine.image.exists(name))) throw new Error('it broke off');
    // It removes the containers of a test that was killed, and has an image of its own.
    await getReaper(engine);
    return null;
  } catch (error) {
    return `${image} cannot be pulled: ${error instanceof Error ? error.message : String(error)}`;
  }
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
