import type { FeedFormat, FeedLine } from '@outlay/contracts';
import { Unreadable, type RecordedEvent } from '@outlay/event-store';

type FeedWriter = (event: RecordedEvent, leaf: number, hash: string) => string;

/** @param source names the log in CloudEvents */
export function feedWriter(format: FeedFormat, source: string): FeedWriter {
  switch (format) {
    case 'lines':
      return (...leaf) => `${JSON.stringify(toFeedLine(...leaf))}\n`;
    case 'server-sent':
      return (...leaf) => `id: ${leaf[1]}\ndata: ${JSON.stringify(toFeedLine(...leaf))}\n\n`;
    case 'cloud-events':
      // The gateway replaces the first comma by a bracket.
      return (...leaf) => `,${JSON.stringify(toCloudEvent(toFeedLine(...leaf), source))}`;
  }
}

export function toFeedLine(
  { position, stream, revision, id, type, data, metadata }: RecordedEvent,
  leaf: number,
  hash: string,
): FeedLine {
  const envelope = readable(metadata) as Partial<FeedLine['metadata']> | null;
  return {
    position,
    leaf,
    stream,
    revision,
    id,
    type,
    version: envelope?.schemaVersion ?? null,
    at: envelope?.at ?? null,
    actor: envelope?.actor ?? null,
    data: readable(data),
    // The metadata stay as stored: the hash covers all of them.
    metadata: envelope as FeedLine['metadata'],
    hash,
  };
}

/** CloudEvents 1.0. Attributes are texts and numbers only, so the metadata are JSON in a text. */
function toCloudEvent({ stream, type, version, at, actor, data, metadata, ...rest }: FeedLine, source: string) {
  return {
    specversion: '1.0',
    source,
    type: `outlay.${type}.v${version}`,
    subject: stream,
    ...(at !== null && { time: at }),
    datacontenttype: 'application/json',
    dataschema: `/api/audit/schemas#/$defs/${type}.v${version}`,
    ...rest,
    ...(actor && { actor: actor.email }),
    metadata: JSON.stringify(metadata),
    data,
  };
}

function readable(value: unknown): unknown {
  return value instanceof Unreadable ? null : value;
}
