import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewayModule } from './gateway.module.js';
import { serveDocsPage } from './openapi/docs-page.js';
import type { GatewayPorts } from './ports.js';
import { answerOptions } from './requests/allowed-methods.js';
import { acceptJsonBodies, BODY_LIMIT } from './requests/json-bodies.js';
import { CORRELATION_HEADER, correlationIds } from './requests/correlation.js';
import { endConnections } from './requests/last-answers.js';
import { observeRequests } from './requests/observed-requests.js';
import { tagExpenses } from './requests/expense-etag.js';
import { brokenRequest, malformedRequest } from './requests/malformed-request.js';
import { refuseNestedQueries } from './requests/query-names.js';
import { CONTENT_SECURITY_POLICY, securityHeaders } from './security-policy.js';
import { UPLOAD_LIMITS } from './uploads/multipart-form.js';
import { serveWebClient } from './web-client/serve-web-client.js';

/** Longest file name of a report, and some room. */
const MAX_PARAM_LENGTH = 250;
/** A receipt of 10 MB over a poor mobile connection takes its time. */
const REQUEST_TIMEOUT_MS = 120_000;

/** The HTTP application, complete but not listening. */
export async function createGateway(ports: GatewayPorts): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: ports.trustedProxies?.length ? [...ports.trustedProxies] : false,
    genReqId: correlationIds(ports.ids),
    frameworkErrors: malformedRequest,
    clientErrorHandler: brokenRequest,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    multipart: { limits: UPLOAD_LIMITS },
    skipMiddie: true,
    // What still comes on a connection that is kept alive is served while this closes, and is the last to come on it.
    return503OnClosing: false,
  });
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.of(ports), adapter, {
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = adapter.getInstance();
  fastify.decorateRequest('actor', null);
  fastify.decorateRequest('tokenVersion', null);
  observeRequests(fastify);
  endConnections(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(CORRELATION_HEADER, request.id);
    // What the API answers is one person's; files and the client's own assets say otherwise themselves.
    reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    done();
  });
  acceptJsonBodies(fastify);
  await app.register(helmet, securityHeaders);
  // After the headers, so that what is refused here has them, too.
  refuseNestedQueries(fastify);
  tagExpenses(fastify);
  answerOptions(fastify);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // Receipts and report files are compressed by nature, and their ranges count bytes as stored.
    customTypes: /^(text\/|application\/(json|javascript|manifest\+json|wasm)|image\/svg\+xml)/,
  });
  await serveDocsPage(fastify);
  if (ports.webRoot !== null) await serveWebClient(fastify, ports.webRoot);
  return app;
}
