import * as z from 'zod/mini';
import * as contracts from './index.js';
import { apiSchemas, AUDIT_SCOPE, createAuditTokenRoute, type ApiSchema, type Route } from './index.js';

const bodies = Object.entries(contracts as unknown as Record<string, Partial<Route> | undefined>).flatMap(
  ([name, route]) => (name.endsWith('Route') && route?.body ? [[name, route.body] as const] : []),
);

it('is one rule for the bodies of all calls: fields that a call does not know are ignored', () => {
  const rules = bodies.flatMap(([name, body]) => {
    const objects: ApiSchema[] = [];
    z.toJSONSchema(body, {
      metadata: apiSchemas,
      io: 'input',
      override: ({ jsonSchema }) => {
        if (jsonSchema.properties) objects.push({ ...jsonSchema });
      },
    });
    expect([name, objects.length > 0]).toEqual([name, true]);
    return objects.map(({ additionalProperties }) => [name, additionalProperties]);
  });
  expect(rules).toEqual(rules.map(([name]) => [name, undefined]));
  expect(bodies.length).toBeGreaterThan(15);
});

it('does not hold for the scope of a token, of which there is one', () => {
  const { body } = createAuditTokenRoute;
  for (const scope of ['audit:write', 'admin', '', ' audit:read', null, ['audit:read'], 7]) {
    expect([scope, body.safeParse({ name: 'Ledger', scope }).success]).toEqual([scope, false]);
  }
  expect(body.parse({ name: 'Ledger', scope: AUDIT_SCOPE })).toEqual({ name: 'Ledger', scope: AUDIT_SCOPE });
  expect(body.parse({ name: 'Ledger' })).toEqual({ name: 'Ledger' });
});
