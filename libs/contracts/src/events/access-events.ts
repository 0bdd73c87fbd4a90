import * as z from 'zod/mini';

/** Repetitions within a minute after the first are one event. */
const count = z.int().check(z.gte(1));
const opened = { count, file: z.string(), ownerId: z.nullable(z.string()) };

/**
 * Events of access that changes nothing; streams are named `access-<user id>-<day>-<part>`, those of people without an
 * account `access-unknown-…`. Never with a password, or an email that has no account.
 */
export const accessEventSchemas = {
  SignedIn: z.object({ count }),
  /** `emails` are HMACs of those that have no account, at most 20. */
  SignInFailed: z.object({ count, emails: z.array(z.string()) }),
  /** The file belongs to the account `ownerId`. */
  ReceiptOpened: z.object(opened),
  ReportOpened: z.object(opened),
  /** The feed of all events was read, for the first time on that day. */
  TrailExported: z.object({}),
  /** A list of the expenses of all people was exported as a file. */
  ExpensesExported: z.object({ count }),
  /** A token, whose id is in the name of the stream, was used for the first time on that day. */
  TokenUsed: z.object({}),
  /** A verification ended: the number of compared events, the position of the last one, and the findings. */
  TrailVerified: z.object({ events: z.int(), position: z.nullable(z.string()), findings: z.int() }),
} as const;

export type AccessEventType = keyof typeof accessEventSchemas;
export type AccessEventOf<T extends AccessEventType> = {
  readonly type: T;
  readonly data: z.infer<(typeof accessEventSchemas)[T]>;
};
export type AccessEvent = { [T in AccessEventType]: AccessEventOf<T> }[AccessEventType];
