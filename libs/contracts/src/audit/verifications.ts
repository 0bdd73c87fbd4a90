import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { instant } from '../primitives.js';
import { defineRoute } from '../route.js';

/** The parts of a verification, in this order. */
export const VERIFICATION_STEPS = ['log', 'events', 'read-models', 'reports'] as const;
export type VerificationStep = (typeof VERIFICATION_STEPS)[number];

/** `findings`: it found something. `failed`: it could not finish. `interrupted`: its process stopped. */
export const VERIFICATION_STATUSES = ['running', 'passed', 'findings', 'failed', 'interrupted'] as const;

/** Findings of a verification that are kept; all are counted. */
export const KEPT_FINDINGS = 50;

const finding = z.object({
  /** `<kind>:<place>`, by which it can be accepted. */
  id: z.string(),
  kind: z.string(),
  message: z.string(),
  /** Null: nobody has answered for it, as it is. */
  accepted: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
});
export type VerificationFinding = z.infer<typeof finding>;

const view = {
  id: z.string(),
  status: z.enum(VERIFICATION_STATUSES),
  percent: z.number(),
  step: z.enum(VERIFICATION_STEPS),
  /** The number of events that were compared. */
  events: z.number(),
  /** The number of receipts and reports that were compared. */
  files: z.number(),
  /** The position of the last event that it compares; null if there is none. */
  position: z.nullable(z.string()),
  /** The signed note that it compares; null if the log has none yet. */
  checkpoint: z.nullable(z.string()),
  /** At most 50. */
  findings: z.array(finding),
};

/** A comparison of everything that the events commit to, in the running product. */
export const verificationView = z.object({
  ...view,
  startedAt: instant,
  endedAt: z.nullable(instant),
  byEmail: z.string(),
  findingCount: z.number(),
  /** Why it failed, in a sentence. */
  failure: z.nullable(z.string()),
});
export type VerificationView = z.infer<typeof verificationView>;

export const verificationJson = z
  .object({
    ...view,
    started_at: instant,
    ended_at: z.nullable(instant),
    by: z.string(),
    finding_count: z.number(),
    /** Why it failed, in a sentence. */
    failure: z.nullable(z.string()),
  })
  .register(apiSchemas, { id: 'Verification' });
export type VerificationJson = z.infer<typeof verificationJson>;

export function toVerificationJson({
  startedAt,
  endedAt,
  byEmail,
  findingCount,
  ...same
}: VerificationView): VerificationJson {
  return { ...same, started_at: startedAt, ended_at: endedAt, by: byEmail, finding_count: findingCount };
}

/** Starts a verification, or replies with the one that is under way. */
export const startVerification = defineOperation({
  subject: 'audit.start-verification',
  work: 'one',
  request: z.object({}),
  reply: z.object({ verification: verificationView }),
});

/** The latest ten, newest first. */
export const listVerifications = defineOperation({
  subject: 'audit.list-verifications',
  work: 'one',
  request: z.object({}),
  reply: z.object({ verifications: z.array(verificationView) }),
});

export const startVerificationRoute = defineRoute({
  method: 'POST',
  path: '/api/audit/verifications',
  summary: 'Begins to compare everything with the events, or answers with the comparison that is under way.',
  status: 202,
  reply: verificationJson,
});

export const listVerificationsRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/verifications',
  summary: 'The latest ten verifications, newest first, with their progress and findings.',
  reply: z.array(verificationJson),
});
