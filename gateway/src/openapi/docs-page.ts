import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FILES = /^\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/;

// Apart from the page, since the security policy runs no script that stands in a page.
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

/**
 * A page at /api/docs to browse the API and try it. Swagger UI's files are sent as they lie in its package, so that
 * neither a start nor an idle process pays for a page that is hardly ever open.
 */
export async function serveDocsPage(fastify: FastifyInstance): Promise<void> {
  const swaggerUi = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui'));
  await fastify.register(fastifyStatic, {
    root: join(swaggerUi, 'static'),
    prefix: '/api/docs/',
    index: false,
    // The web client's own use of the plugin decorates.
    decorateReply: false,
    allowedPath: (path) => FILES.test(path),
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  fastify.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  fastify.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT));
}
