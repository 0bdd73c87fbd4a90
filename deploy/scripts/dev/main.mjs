/** Vite serves the client and forwards the rest to the product, on one port. */
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { join, relative } from 'node:path';
import { createServer } from 'vite';
import { env, root } from '../prepare.mjs';
import { forwardRequests } from './forward-requests.mjs';
import { Product } from './product.mjs';
import { reportUpdates } from './report-updates.mjs';
import { restartOnChange } from './restart-on-change.mjs';
import { removeServiceWorker } from './service-worker.mjs';

const port = Number(process.env.PORT ?? 4000);
const host = process.env.HOST ?? '127.0.0.1';
const productPort = await freePort();
const product = new Product(
  { PUBLIC_URL: `http://localhost:${port}`, ...env, HOST: '127.0.0.1', PORT: String(productPort) },
  process.argv.slice(2),
);
const vite = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web', 'vite.config.ts'),
  logLevel: 'warn',
  clearScreen: false,
  server: { host, port, strictPort: true },
  plugins: [
    removeServiceWorker(),
    reportUpdates((file) => relative(root, file)),
    {
      name: 'outlay:product',
      configureServer: ({ middlewares }) => void middlewares.use(forwardRequests(product, productPort)),
    },
  ],
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop(0));

try {
  const [started] = await Promise.all([product.replace(), vite.listen()]);
  if (started === 'started') product.announce();
} catch (error) {
  console.error(
    error.code === 'EADDRINUSE' || /already in use/.test(error.message)
      ? `Port ${port} is in use. Choose another: PORT=4001 npm run dev`
      : error,
  );
  await stop(1);
}

restartOnChange(vite.watcher, product);

async function stop(code) {
  await Promise.all([product.stop(), vite.close()]);
  process.exit(code);
}

async function freePort() {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
