import 'reflect-metadata';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.js';
import { firstRegistrationLink } from './first-start.js';
import { createStandalone } from './standalone.js';

const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const CLOSE_MS = 10_000;

async function main(): Promise<void> {
  const { port, host, ...config } = readConfig(process.env, projectRoot);
  const product = await createStandalone(config);
  const origin = `http://localhost:${port}`;
  await product.gateway.listen(port, host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Choose another: PORT=4001 npm start`);
    throw error;
  });
  if (process.argv.includes('--demo')) {
    const { fillDemo } = await import('@outlay/seed');
    await fillDemo(product.messages, origin);
  }
  console.log(`Outlay is running on ${origin}`);
  const link = await firstRegistrationLink(product.messages, origin);
  if (link) console.log(`Register the first super admin: ${link}`);

  const stop = () => {
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    product.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
