import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { wholeNumber } from './whole-number.js';

/** Hashes of proofs, RFC 6962, in base64. */
const hashes = z.array(z.string());

/** @throws NOT_FOUND before the first event is in the log */
export const readCheckpoint = defineOperation({
  subject: 'audit.checkpoint',
  work: 'one',
  readOnly: true,
  request: z.object({}),
  reply: z.object({
    /** A signed note, c2sp.org/tlog-checkpoint. */
    checkpoint: z.string(),
    /** The key that verifies it, c2sp.org/signed-note. */
    publicKey: z.string(),
  }),
});

/** Signed notes by which one key of the log replaced another, the oldest first. */
const keyChanges = z.object({ changes: z.array(z.string()) });

export const readKeyChanges = defineOperation({
  subject: 'audit.key-changes',
  work: 'grows',
  readOnly: true,
  request: z.object({}),
  reply: keyChanges,
});

const inclusion = {
  /** The index of the event's leaf, from 0. */
  index: z.number(),
  /** Leaves of the tree. */
  size: z.number(),
  hashes,
  checkpoint: z.string(),
};

/** The first checkpoint that commits to a payment and all it paid. */
export const findPaymentCheckpoint = defineOperation({
  subject: 'audit.payment-checkpoint',
  work: 'grows',
  readOnly: true,
  request: z.object({ paymentId: z.string() }),
  reply: z.object({
    /** Null while the log does not contain the payment yet. */
    checkpoint: z.nullable(z.string()),
    /** The reason why the log has stopped; null while it grows. */
    broken: z.nullable(z.string()),
    /** The number of events in the log. */
    size: z.number(),
  }),
});

/**
 * Proves that an event is in a tree of the log, by default in the tree of the latest checkpoint. @throws NOT_FOUND
 * unless the event is in that tree
 */
export const proveInclusion = defineOperation({
  subject: 'audit.prove-inclusion',
  work: 'one',
  readOnly: true,
  request: z.object({ stream: z.string(), revision: z.number(), size: z.optional(z.number()) }),
  reply: z.object({ ...inclusion, eventHash: z.string() }),
});

/** @throws INVALID_INPUT unless 0 < `from` ≤ `to` */
export const proveConsistency = defineOperation({
  subject: 'audit.prove-consistency',
  work: 'one',
  readOnly: true,
  request: z.object({ from: z.number(), to: z.optional(z.number()) }),
  reply: z.object({ from: z.number(), to: z.number(), hashes, checkpoint: z.string() }),
});

/** The path below `tile/` of c2sp.org/tlog-tiles: `0/x001/234`, `entries/000.p/7`. */
const tilePath = text(40).check(
  z.regex(
    /^(\d|[1-5]\d|6[0-3]|entries)\/(x\d{3}\/){0,4}\d{3}(\.p\/([1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))?$/,
    'must be the path of a tile, such as 0/x001/234 or entries/000.p/7',
  ),
);

/** @throws NOT_FOUND unless the log has the tile */
export const findTile = defineOperation({
  subject: 'audit.find-tile',
  work: 'one',
  readOnly: true,
  request: z.object({ path: tilePath }),
  /** The tile is the first `size` bytes. */
  reply: z.object({ blobKey: z.string(), size: z.number() }),
});

export const checkpointRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/checkpoint',
  summary: 'What the log of all events has come to, as a signed note.',
  replyType: 'file',
  fileTypes: ['text/plain'],
  errors: ['NOT_FOUND'],
  reply: z.unknown(),
});

export const auditKeyRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/key',
  summary: 'The public key that verifies checkpoints.',
  replyType: 'file',
  fileTypes: ['text/plain'],
  errors: ['NOT_FOUND'],
  reply: z.unknown(),
});

export const keyChangesRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/key-changes',
  summary: 'Which keys the log has had: notes that the key before and the key after have signed.',
  reply: keyChanges,
});

export const tileRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/tile/{path}',
  deepPath: true,
  summary: 'A tile of the log, or the entries of one: `0/x001/234`, `entries/000.p/7`.',
  replyType: 'file',
  fileTypes: ['application/octet-stream'],
  reply: z.unknown(),
});

export const inclusionProofRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/proof/inclusion',
  summary: 'The proof that an event is in the log.',
  errors: ['NOT_FOUND'],
  query: z.object({
    stream: text(200).check(z.minLength(1)),
    revision: wholeNumber(0),
    size: z.optional(wholeNumber(1)),
  }),
  reply: z.object({ ...inclusion, event_hash: z.string() }),
});

export const consistencyProofRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/proof/consistency',
  summary: 'The proof that the log of an earlier checkpoint is the beginning of the later one.',
  errors: ['NOT_FOUND'],
  query: z.object({ from: wholeNumber(1), to: z.optional(wholeNumber(1)) }),
  reply: z.object({ from: z.number(), to: z.number(), hashes, checkpoint: z.string() }),
});
