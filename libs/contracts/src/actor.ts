import * as z from 'zod/mini';
import { reimbursementCurrency, role } from './primitives.js';

/** Who acts: the signed-in user as the auth service knows them now. */
export const actorSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  reimbursementCurrency,
});
export type Actor = z.infer<typeof actorSchema>;

/** What travels beside every message: who asks, and the thread it belongs to from browser to worker. */
export const messageContextSchema = z.object({
  actor: z.nullable(actorSchema),
  correlationId: z.string(),
});
export type MessageContext = z.infer<typeof messageContextSchema>;

/** The actor of things the system does by itself, such as finishing an interrupted payment. */
export const SYSTEM_ACTOR_ID = 'system';
