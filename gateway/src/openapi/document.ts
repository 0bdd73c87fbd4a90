import type { Route } from '@outlay/contracts';
import { apiRoutes, type NamedRoute } from './api-routes.js';
import { parametersOf } from './parameters.js';
import { requestBodyOf } from './request-body.js';
import { responsesOf } from './responses.js';
import { Schemas } from './schemas.js';
import { tagOf, TAGS } from './tags.js';

export function createApiDocument(): Record<string, unknown> {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const named of apiRoutes()) {
    const { path, method } = named.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(named, schemas) };
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Outlay',
      version: '1.0.0',
      description: 'Expense reimbursement: claims, receipts, approvals, payments and their audit trail.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of a login; for the trail also one of POST /api/audit/tokens.',
        },
        signedUrl: { type: 'apiKey', in: 'query', name: 'signature', description: 'Of POST /api/signed-urls.' },
      },
    },
  };
  // JSON Schema keeps definitions in each schema, OpenAPI in one place.
  const described: Record<string, unknown> = JSON.parse(
    JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  return described;
}

function operation(named: NamedRoute, schemas: Schemas) {
  const { name, route } = named;
  const parameters = parametersOf(route, schemas);
  return {
    operationId: name,
    summary: route.summary,
    tags: [tagOf(route.path)],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    requestBody: requestBodyOf(route, schemas),
    responses: responsesOf(named, schemas),
  };
}

function securityOf({ access, signedUrl }: Route) {
  if (access === 'public') return [];
  return signedUrl ? [{ bearer: [] }, { signedUrl: [] }] : [{ bearer: [] }];
}
