import * as z from 'zod/mini';
import { apiSchemas, type ApiSchema } from '../api-schema.js';
import { feedLine } from './event-feed.js';
import { accessEventSchemas } from '../events/access-events.js';
import { accountEventSchemas } from '../events/account-events.js';
import { expenseEventSchemas } from '../events/expense-events.js';
import { inviteEventSchemas } from '../events/invite-events.js';
import { paymentEventSchemas } from '../events/payment-events.js';
import { runEventSchemas } from '../events/run-events.js';
import { tokenEventSchemas } from '../events/token-events.js';
import { trailEventSchemas } from '../events/trail-events.js';

type Schemas = Readonly<Record<string, z.ZodMiniType>>;

interface EventKind {
  /** The names of the streams are this prefix and an id. */
  readonly prefix: string;
  readonly summary: string;
  /** The schema of each event type's data, in its current version. */
  readonly schemas: Schemas;
}

/** The streams of the trail. */
export const EVENT_KINDS: readonly EventKind[] = [
  { prefix: 'access-', summary: 'What a person did without changing anything.', schemas: accessEventSchemas },
  { prefix: 'account-', summary: 'What was done to and by an account.', schemas: accountEventSchemas },
  { prefix: 'expense-', summary: 'The history of an expense.', schemas: expenseEventSchemas },
  { prefix: 'invite-', summary: 'An invite to register.', schemas: inviteEventSchemas },
  { prefix: 'payment-', summary: 'The payment of a batch of expenses.', schemas: paymentEventSchemas },
  { prefix: 'run-', summary: 'Payments that one person started together.', schemas: runEventSchemas },
  { prefix: 'token-', summary: 'A token that reads the trail.', schemas: tokenEventSchemas },
  { prefix: 'trail-', summary: 'What was done about a broken trail.', schemas: trailEventSchemas },
];

/** The earlier versions of types that have a later one by now, version 1 first. */
const EARLIER_VERSIONS: Readonly<Record<string, readonly z.ZodMiniType[]>> = {};

export interface EventSchema {
  readonly prefix: string;
  readonly type: string;
  readonly version: number;
  /** JSON Schema of the data as it is stored. */
  readonly schema: ApiSchema;
}

/** Every event type in each of its versions. */
export function eventSchemas(): EventSchema[] {
  return EVENT_KINDS.flatMap(({ prefix, schemas }) =>
    Object.entries(schemas).flatMap(([type, current]) =>
      [...(EARLIER_VERSIONS[type] ?? []), current].map((schema, at) => {
        const version = at + 1;
        return { prefix, type, version, schema: { title: eventName({ type, version }), ...toJsonSchema(schema) } };
      }),
    ),
  );
}

/** The name with version, such as `ExpenseApproved.v1`. */
export function eventName({ type, version }: Pick<EventSchema, 'type' | 'version'>): string {
  return `${type}.v${version}`;
}

/** The schema of a line of the feed, whatever its event's data. */
export function feedLineSchema(): ApiSchema {
  return { title: 'An event of the feed', ...toJsonSchema(feedLine) };
}

/** The schema of a line of the feed, with those of all events as its `$defs`. */
export function feedSchema(): ApiSchema {
  const events = eventSchemas();
  const ofEvent = (event: EventSchema) => ({
    properties: {
      type: { const: event.type },
      version: { const: event.version },
      data: { $ref: `#/$defs/${eventName(event)}` },
    },
  });
  return {
    ...feedLineSchema(),
    oneOf: events.map(ofEvent),
    $defs: Object.fromEntries(
      events.map((event) => {
        const { $schema: _, ...schema } = event.schema;
        return [eventName(event), schema];
      }),
    ),
  };
}

function toJsonSchema(schema: z.ZodMiniType): ApiSchema {
  const { '~standard': _, ...json } = z.toJSONSchema(schema, { metadata: apiSchemas, io: 'output', reused: 'inline' });
  return json;
}
