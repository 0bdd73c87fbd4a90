import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { isoDate, sha256, text } from '../primitives.js';
import { ZIP_TYPE } from '../reports/read-report.js';
import { defineRoute } from '../route.js';
import { wholeNumber } from './whole-number.js';

const id = text(80).check(z.regex(/^[\w-]+$/, 'must be an id'));

/** The selection of streams. A period includes each stream with an event on one of its days, in UTC. */
export const packSelector = z.union([
  z.strictObject({ payment: id }),
  z.strictObject({ expense: id }),
  z.strictObject({ person: id }),
  z.strictObject({ from: isoDate, to: isoDate }),
]);
export type PackSelector = z.infer<typeof packSelector>;

/** How much a pack has at most, so that the names of its streams, and the numbers of its leaves, fit into a message. */
export const PACK_MOST = { streams: 15_000, events: 90_000 } as const;
/** Streams, and leaves, of one message. */
export const PACK_PAGE = { streams: 50, leaves: 256 } as const;

/** The columns of `expenses.csv`, whose header has them in snake_case. */
export const PACK_COLUMNS = [
  'expenseId',
  'stream',
  'revision',
  'status',
  'owner',
  'date',
  'amount',
  'currency',
  'rate',
  'rateSource',
  'rateDate',
  'rateLegs',
  'override',
  'entered',
  'reimbursement',
  'reimbursementCurrency',
  'receiptSha256',
  'payment',
] as const;

/**
 * The checkpoint that the pack is of, and where to look for its streams.
 * @throws NOT_FOUND if there is no such payment or expense, or no such checkpoint
 * @throws REPORT_NOT_READY if the latest checkpoint does not commit to the report of the payment yet
 */
export const openProofPack = defineOperation({
  subject: 'audit.open-proof-pack',
  work: 'grows',
  readOnly: true,
  request: z.object({
    selector: packSelector,
    /** Leaves of a checkpoint that was kept; by default the latest. */
    size: z.optional(z.number()),
  }),
  reply: z.object({
    /** An expense by its uuid. */
    selector: packSelector,
    /** A signed note of the log's key alone. */
    checkpoint: z.string(),
    size: z.number(),
    publicKey: z.string(),
    /** Null if they must be looked for with `findPackStreams`. */
    streams: z.nullable(z.array(z.string())),
  }),
});

/** Looks through a part of the log, in its order. */
export const findPackStreams = defineOperation({
  subject: 'audit.find-pack-streams',
  work: 'grows',
  readOnly: true,
  request: z.object({ selector: packSelector, after: z.number(), size: z.number() }),
  reply: z.object({ streams: z.array(z.string()), last: z.number() }),
});

/** The contents of streams of claims and payments. */
export const describedStreams = {
  /** The line of `expenses.csv` for each expense that exists. */
  expenses: z.array(z.record(z.enum(PACK_COLUMNS), z.string())),
  /** Every receipt that was ever attached. */
  receipts: z.array(z.object({ sha256: z.string(), size: z.number(), contentType: z.string() })),
  payments: z.array(
    z.object({
      id: z.string(),
      paid: z.array(z.string()),
      /** The latest spreadsheet; null if no event proves one. */
      report: z.nullable(z.object({ filename: z.string(), sha256 })),
    }),
  ),
};

/** The events of these streams among the first `size` leaves. */
export const readPackStreams = defineOperation({
  subject: 'audit.read-pack-streams',
  work: 'grows',
  readOnly: true,
  request: z.object({ streams: z.array(z.string()).check(z.maxLength(PACK_PAGE.streams)), size: z.number() }),
  reply: z.object({ leaves: z.array(z.number()), ...describedStreams }),
});

/** Lines of the feed without their position, which no hash covers, each as canonical JSON (RFC 8785). Covers the first `count` of the leaves, which are of one bundle of 256. */
export const readPackEvents = defineOperation({
  subject: 'audit.read-pack-events',
  work: 'page',
  readOnly: true,
  request: z.object({ leaves: z.array(z.number()).check(z.minLength(1), z.maxLength(PACK_PAGE.leaves)) }),
  reply: z.object({ text: z.string(), count: z.number() }),
});

/** A part of the hashes that lead from the leaves to the root (`combinedProof`), in base64. */
export const provePackLeaves = defineOperation({
  subject: 'audit.prove-pack-leaves',
  work: 'grows',
  readOnly: true,
  request: z.object({ leaves: z.array(z.number()), size: z.number(), offset: z.number() }),
  reply: z.object({ hashes: z.array(z.string()), total: z.number() }),
});

export const proofPackRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/proof-pack',
  summary: 'Everything about a payment, an expense, a person or a period, with what proves it without the product.',
  replyType: 'file',
  fileTypes: [ZIP_TYPE],
  errors: ['NOT_FOUND', 'TRAIL_BROKEN', 'REPORT_NOT_READY'],
  query: z.object({
    payment: z.optional(id),
    expense: z.optional(id),
    person: z.optional(id),
    from: z.optional(isoDate),
    to: z.optional(isoDate),
    checkpoint: z.optional(wholeNumber(1)),
  }),
  reply: z.unknown(),
});
