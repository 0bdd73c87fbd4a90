import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
}
interface Exported {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[] }[];
}

/** An OpenTelemetry collector that keeps the spans it receives. */
export async function startCollector() {
  const spans: ExportedSpan[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      expect(request.url).toBe('/v1/traces');
      const { resourceSpans } = JSON.parse(body.toString()) as Exported;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    named: (wanted: string) => spans.find(({ name }) => name === wanted),
    close: () => server.close(),
  };
}
