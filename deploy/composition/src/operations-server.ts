import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrics, readyParts } from '@outlay/telemetry';
import { collectDefaultMetrics } from 'prom-client';
import type { Readiness } from './readiness-monitor.js';

interface ServedOperations {
  readonly host: string;
  readonly port: number;
  /** The name of the process in metrics. */
  readonly part: string;
  readonly readiness: Readiness;
  readonly details?: () => Record<string, unknown>;
}

/** Probes must see the start and the stop of the process, so this serves on a port of its own. */
export async function serveOperations({ host, port, part, readiness, details = () => ({}) }: ServedOperations) {
  collectDefaultMetrics({ register: metrics });
  const server = createServer((request, response) => {
    const reply = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const json = (status: number, body: unknown) => reply(status, 'application/json', JSON.stringify(body));
    const serve = async () => {
      switch (request.url) {
        case '/live':
          return json(200, { status: 'ok' });
        case '/ready': {
          const parts = readiness();
          const ready = isReady(parts);
          return json(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', parts, details: details() });
        }
        case '/metrics':
          readyParts.set({ part }, isReady(readiness()) ? 1 : 0);
          return reply(200, metrics.contentType, await metrics.metrics());
        default:
          return json(404, { message: 'There is nothing at this address.', code: 'NOT_FOUND' });
      }
    };
    serve().catch(() => json(500, { message: 'Something went wrong on our side.', code: 'INTERNAL' }));
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      metrics.clear();
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

const isReady = (parts: ReturnType<Readiness>) => Object.values(parts).every(Boolean);

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
