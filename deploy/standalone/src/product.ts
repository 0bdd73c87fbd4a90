import 'reflect-metadata';
import { readConfig } from './config.js';
import { firstInvite } from './first-start.js';
import { createStandalone } from './standalone.js';

const CLOSE_MS = 10_000;

/** Starts the product and stays until it is told to stop. */
export async function runProduct(projectRoot: string): Promise<void> {
  const { port, host, ...config } = readConfig(process.env, projectRoot);
  const product = await createStandalone(config);
  const origin = `http://localhost:${port}`;
  await product.gateway.listen(port, host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Choose another: PORT=4001 npm start`);
    throw error;
  });
  const stop = () => {
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    product.close().then(
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
  console.log(`Outlay is running on ${origin}`);
  const invite = await firstInvite(product.messages);
  if (invite) console.log(`Register the first super admin: ${origin}/register?invite=${invite}`);
}
