import 'reflect-metadata';
import { firstInvite, ProcessLogger, readConfig, serveOperations, startTracing } from '@outlay/composition';
import { createStandalone } from './standalone.js';

const CLOSE_MS = 10_000;

/** Starts the product and stays until it is told to stop. */
export async function runProduct(projectRoot: string): Promise<void> {
  const { port, host, operationsPort, publicUrl, logFormat, tracesUrl, ...config } = readConfig(
    process.env,
    projectRoot,
  );
  const stopTracing = tracesUrl === null ? null : await startTracing('standalone', tracesUrl);
  const logger = new ProcessLogger('standalone', logFormat, ['warn', 'error', 'fatal']);
  const product = await createStandalone({ ...config, logger });
  const operations = operationsPort === null ? null : await serveOperations(host, operationsPort, product.isReady);
  await product.gateway.listen(port, host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Choose another: PORT=4001 npm start`);
    throw error;
  });
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

  if (process.argv.includes('--demo')) {
    const { startDemo } = await import('./demo.js');
    await startDemo(product.messages, `http://127.0.0.1:${port}`);
  }
  console.log(`Outlay is running on ${publicUrl}`);
  const invite = await firstInvite(product.messages);
  if (invite) console.log(`Register the first super admin: ${publicUrl}/register?invite=${invite}`);
}
