import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FILES = /^\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/;

// A file of its own, because the security policy forbids inline scripts.
const SCRIPT = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Outlay API</title>
    <link rel="icon" href="/api/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <main id="api"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

/** Reads Swagger UI from its package on demand, so that a rarely used page costs no startup time or memory. */
export async function serveDocsPage(fastify: FastifyInstance): Promise<void> {
  const swaggerUi = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui'));
  await fastify.register(fastifyStatic, {
    root: join(swaggerUi, 'static'),
    prefix: '/api/docs/',
    index: false,
    // The web client's registration decorates the reply.
    decorateReply: false,
    allowedPath: (path) => FILES.test(path),
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  fastify.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  fastify.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT));
}
