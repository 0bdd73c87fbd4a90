import 'reflect-metadata';
import { systemClock } from '@outlay/time';
import { firstInvite, ProcessLogger, readConfig, serveOperations, startTracing } from '@outlay/composition';
import type { DemoClock } from '@outlay/seed';
import { createStandalone, type Standalone, type StandaloneOptions } from './standalone.js';

const CLOSE_MS = 10_000;

export interface RunningProduct extends Pick<Standalone, 'messages'> {
  /** Null without `--demo`. */
  readonly demoClock: DemoClock | null;
  readonly publicUrl: string;
  readonly localUrl: string;
}

/** A null `webRoot` leaves the client to a development server. */
export async function startProduct(projectRoot: string, settings: { webRoot?: null } = {}): Promise<RunningProduct> {
  const { port, host, operationsPort, publicUrl, logFormat, tracesUrl, ...config } = readConfig(
    process.env,
    projectRoot,
  );
  const stopTracing = tracesUrl === null ? null : await startTracing('standalone', tracesUrl);
  const logger = new ProcessLogger('standalone', logFormat, ['warn', 'error', 'fatal']);
  const demoClock = process.argv.includes('--demo') ? new (await import('@outlay/seed')).DemoClock() : null;
  // Rates come by the system clock, since rates of the past are known today.
  const clocks = demoClock === null ? {} : { clock: demoClock, ratesClock: systemClock };
  let operations: Awaited<ReturnType<typeof serveOperations>> | null = null;
  const serve: StandaloneOptions['serve'] = async ({ gateway, isReady: readiness, details }) => {
    if (operationsPort !== null)
      operations = await serveOperations({ host, port: operationsPort, part: 'standalone', readiness, details });
    await gateway.listen(port, host).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Choose another: PORT=4001 npm start`);
      throw error;
    });
  };
  const product = await createStandalone({ ...config, ...settings, ...clocks, logger, serve });
  const stop = () => {
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    const close = async () => {
      await product.close();
      await operations?.close();
      await stopTracing?.();
    };
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return { messages: product.messages, demoClock, publicUrl, localUrl: `http://127.0.0.1:${port}` };
}

export async function announceProduct({ messages, demoClock, publicUrl, localUrl }: RunningProduct): Promise<void> {
  if (demoClock) {
    const { startDemo } = await import('./demo.js');
    await startDemo(messages, localUrl, demoClock);
  }
  console.log(`Outlay is running on ${publicUrl}`);
  const invite = await firstInvite(messages);
  if (invite) console.log(`Register the first super admin: ${publicUrl}/register?invite=${invite}`);
}
