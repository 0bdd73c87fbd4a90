import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { BODY_LIMIT } from '@outlay/contracts';
import { OpenReplies } from './access/open-replies.js';
import { GatewayModule } from './gateway.module.js';
import { serveDocsPage } from './openapi/docs-page.js';
import type { GatewayPorts } from './ports/gateway-ports.js';
import { handleOptions } from './http/allowed-methods.js';
import { requireOneHost } from './http/host-header.js';
import { parseJsonBodies } from './http/json-bodies.js';
import { CORRELATION_HEADER, correlationIdReader } from './http/correlation.js';
import { drainConnections } from './http/connection-draining.js';
import { instrumentRequests } from './http/request-telemetry.js';
import { addExpenseEtags } from './http/expense-etag.js';
import { handleClientError, handleFrameworkError, refuseExpectations } from './http/malformed-requests.js';
import { rejectNestedQueries } from './http/query-parameters.js';
import { CONTENT_SECURITY_POLICY, securityHeaders } from './http/security-headers.js';
import { trackStreamedBodies } from './http/streamed-bodies.js';
import { keepOpenForUnreadBodies } from './http/unread-bodies.js';
import { Attempts } from './throttling/attempts.js';
import { countBeforeBodies } from './throttling/count-before-bodies.js';
import { UPLOAD_LIMITS } from './uploads/multipart-form.js';
import { serveWebClient } from './web-client/serve-web-client.js';

/** The longest report file name fits. */
const MAX_PARAM_LENGTH = 250;
/** Long enough for a 10 MB receipt over a slow mobile connection. */
const REQUEST_TIMEOUT_MS = 120_000;

export async function createGateway(ports: GatewayPorts): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: ports.trustedProxies?.length ? [...ports.trustedProxies] : false,
    genReqId: correlationIdReader(ports.ids),
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: handleClientError,
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    multipart: { limits: UPLOAD_LIMITS },
    skipMiddie: true,
    // Requests on keep-alive connections are still served during shutdown; drainConnections closes them afterwards.
    return503OnClosing: false,
  });
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.of(ports), adapter, {
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = adapter.getInstance();
  fastify.decorateRequest('actor', null);
  fastify.decorateRequest('tokenVersion', null);
  fastify.decorateRequest('admission', null);
  fastify.decorateRequest('uploadAdmission', null);
  fastify.decorateRequest('undoAttempt', null);
  fastify.decorateRequest('checkAccess', () => undefined);
  instrumentRequests(fastify);
  // A shutdown comes after it, since it closes connections all the same.
  keepOpenForUnreadBodies(fastify);
  drainConnections(fastify, ports.drainMs);
  refuseExpectations(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(CORRELATION_HEADER, request.id);
    // API replies are personal. Files and client assets override this.
    reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    done();
  });
  parseJsonBodies(fastify);
  await app.register(helmet, securityHeaders);
  // The check follows the headers, so that a rejected request gets them too.
  requireOneHost(fastify);
  rejectNestedQueries(fastify);
  trackStreamedBodies(fastify, app.get(OpenReplies));
  addExpenseEtags(fastify);
  handleOptions(fastify);
  countBeforeBodies(fastify, app.get(Attempts));
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // Receipts and reports are compressed formats, and their byte ranges refer to the stored bytes.
    // Server-sent events must not wait in a compressor.
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json|wasm)|image\/svg\+xml)/,
  });
  await serveDocsPage(fastify);
  if (ports.webRoot !== null) await serveWebClient(fastify, ports.webRoot);
  return app;
}
