import * as contracts from '@outlay/contracts';
import {
  EVENT_KINDS,
  eventMetadata,
  eventName,
  eventSchemas,
  feedLine,
  isOperation,
  messageContextSchema,
  type ApiSchema,
  type Operation,
} from '@outlay/contracts';
import { Schemas } from './schemas.js';

type Parts = Record<string, unknown>;

/** AsyncAPI 3: the streams of the trail, the feed of them, and the messages between services. */
export function createMessagesDocument(): Record<string, unknown> {
  const schemas = new Schemas();
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Outlay',
      version: '1.0.0',
      description:
        'The events that are stored, by kind of stream; the feed of them over HTTP; and the subjects of the messages ' +
        'between services. Events are stored in SQLite or EventStoreDB. Messages go over NATS in the scaled profile; ' +
        'each is encrypted, so only parts of the installation can send and read them.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' },
    },
    defaultContentType: 'application/json',
    channels: { ...streams(), ...feed(schemas), ...subjects(schemas) },
    operations: { ...appends(), ...sendsFeed(), ...answers() },
    components: { messages: events(schemas), schemas: schemas.components },
  };
  // JSON Schema keeps definitions in each schema, AsyncAPI in one place.
  const text = JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as Record<string, unknown>;
}

const kindOf = (prefix: string) => prefix.slice(0, -1);
const channel = (name: string) => ({ $ref: `#/channels/${name}` });
const message = (name: string, of: string) => ({ $ref: `#/channels/${name}/messages/${of}` });

function events(schemas: Schemas): Parts {
  schemas.components.EventMetadata = schemas.describe(eventMetadata, 'output');
  return Object.fromEntries(
    eventSchemas().map((event) => {
      const { $schema: _, ...payload } = event.schema;
      return [eventName(event), { name: event.type, title: eventName(event), headers: METADATA, payload }];
    }),
  );
}

function streams(): Parts {
  const all = eventSchemas();
  return Object.fromEntries(
    EVENT_KINDS.map(({ prefix, summary }) => [
      kindOf(prefix),
      {
        address: `${prefix}{id}`,
        title: `The streams ${prefix}…`,
        summary,
        parameters: { id: { description: 'Of the account, the expense or the payment.' } },
        messages: Object.fromEntries(
          all
            .filter((event) => event.prefix === prefix)
            .map((event) => [eventName(event), { $ref: `#/components/messages/${eventName(event)}` }]),
        ),
      },
    ]),
  );
}

function appends(): Parts {
  return Object.fromEntries(
    EVENT_KINDS.map(({ prefix, summary }) => [
      `append-${kindOf(prefix)}`,
      { action: 'send', channel: channel(kindOf(prefix)), summary },
    ]),
  );
}

function feed(schemas: Schemas): Parts {
  const summary = 'Every event of these streams, once and in one order.';
  const line = {
    name: 'line',
    summary,
    contentType: 'application/x-ndjson',
    payload: schemas.describe(feedLine, 'output'),
  };
  return { feed: { address: '/api/audit/events', summary, messages: { line } } };
}

function sendsFeed(): Parts {
  return { 'send-feed': { action: 'send', channel: channel('feed'), messages: [message('feed', 'line')] } };
}

/** A reply goes to the inbox that the request names. */
function subjects(schemas: Schemas): Parts {
  schemas.components.MessageContext = schemas.describe(messageContextSchema, 'input');
  return Object.fromEntries(
    operations().flatMap(({ subject, request, reply }) => {
      const [asked, replied] = [schemas.describe(request, 'input'), schemas.describe(reply, 'output')];
      return [
        [subject, { address: subject, messages: { request: { payload: envelope(asked) } } }],
        [`${subject}.reply`, { address: null, messages: { reply: { payload: answer(replied) } } }],
      ];
    }),
  );
}

function answers(): Parts {
  return Object.fromEntries(
    operations().map(({ subject }) => {
      const reply = `${subject}.reply`;
      return [
        subject,
        {
          action: 'receive',
          channel: channel(subject),
          messages: [message(subject, 'request')],
          reply: { channel: channel(reply), messages: [message(reply, 'reply')] },
        },
      ];
    }),
  );
}

function operations(): Operation[] {
  return Object.values<unknown>(contracts)
    .filter(isOperation)
    .sort((a, b) => (a.subject < b.subject ? -1 : 1));
}

const METADATA = { $ref: '#/$defs/EventMetadata' };

const envelope = (request: ApiSchema) => ({
  type: 'object',
  properties: {
    request,
    context: { $ref: '#/$defs/MessageContext' },
    trace: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['request', 'context'],
});

const answer = (response: ApiSchema) => ({
  oneOf: [
    { type: 'object', properties: { response }, required: ['response'] },
    { type: 'object', properties: { err: { $ref: '#/$defs/Error' } }, required: ['err'] },
  ],
});
