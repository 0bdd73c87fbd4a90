export { requireChain, StreamBroken, type KnownHead } from './chain.js';
export { CommandHandler, type CommandBuilder, type HandlerOptions, type TrailGuard } from './command-handler.js';
export { toEnvelopes } from './envelope.js';
export { digestOf, eventFinding, type EventCheck, type WalkedEvent } from './event-check.js';
export { currentVersion, upcast, type EventVersions } from './event-versions.js';
export { eventsUntil, foldUntil, streamUntil, type PastEnd } from './events-until.js';
export { ProjectionCheck } from './projection-check.js';
export { Recent } from './recent.js';
export { StreamFollower } from './stream-follower.js';
export {
  advance,
  emptyStream,
  fold,
  loadStream,
  next,
  toStoredEvent,
  type DomainEvent,
  type LoadedStream,
  type StoredEvent,
  type StreamFold,
  type StreamType,
} from './stream-type.js';
