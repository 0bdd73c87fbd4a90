import type { EventStoreDbServer } from '@outlay/event-store/testing';

type Log = EventStoreDbServer['log'];

/** The actions of an EventStoreDB operator that hide events of the log from readers of a stream. */
export const HIDINGS: Readonly<Record<string, (log: Log, stream: string) => void>> = {
  'deleted for now': (log, stream) => log.softDelete(stream),
  'deleted for good': (log, stream) => log.tombstone(stream),
  'truncated before its last event': (log, stream) => log.setMetadata(stream, '{"$tb":1}'),
  'left its last event only': (log, stream) => log.setMetadata(stream, '{"$maxCount":1}'),
  'given an age that all events have': (log, stream) => log.setMetadata(stream, '{"$maxAge":0}'),
};
