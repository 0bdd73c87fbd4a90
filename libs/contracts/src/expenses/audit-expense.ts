import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { asOfQuery } from '../as-of.js';
import { defineOperation } from '../operation.js';
import { expenseRef, instant } from '../primitives.js';
import { defineRoute } from '../route.js';
import { snakeCased } from '../snake-case.js';

export const AUDIT_ACTIONS = [
  'created',
  'updated',
  'admin_edit',
  'approved',
  'rejected',
  'status_changed',
  'fx_override',
  'paid',
  'duplicate_dismissed',
  'question_asked',
  'question_answered',
  'accessed',
] as const;

export const auditEntry = z.object({
  id: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  fieldName: z.nullable(z.string()),
  oldValue: z.nullable(z.string()),
  newValue: z.nullable(z.string()),
  changeSummary: z.string(),
  changedByEmail: z.string(),
  changedByRole: z.string(),
  createdAt: instant,
  revision: z.number(),
  eventType: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

type AuditedEvent = Pick<AuditEntry, 'id' | 'revision'> & {
  readonly type: string;
  readonly at: string;
  readonly actor: { readonly email: string; readonly role: string };
};
export type AuditedChange = Pick<AuditEntry, 'action' | 'changeSummary'> &
  Partial<Pick<AuditEntry, 'fieldName' | 'oldValue' | 'newValue'>>;

export function auditEntryOf({ id, revision, type, at, actor }: AuditedEvent, change: AuditedChange): AuditEntry {
  const none = { fieldName: null, oldValue: null, newValue: null };
  const by = { changedByEmail: actor.email, changedByRole: actor.role };
  return { ...none, ...change, ...by, id, revision, createdAt: at, eventType: type };
}

export const auditExpense = defineOperation({
  subject: 'expenses.audit',
  work: 'one',
  readOnly: true,
  request: z.object({ id: expenseRef, asOf: z.nullable(instant) }),
  reply: z.object({ entries: z.array(auditEntry) }),
});

export const auditEntryJson = snakeCased(auditEntry).register(apiSchemas, { id: 'AuditEntry' });
export type AuditEntryJson = z.infer<typeof auditEntryJson>;

export const auditExpenseRoute = defineRoute({
  method: 'GET',
  path: '/api/expenses/{id}/audit',
  summary: 'The audit trail of an expense.',
  query: z.object(asOfQuery),
  errors: ['TRAIL_BROKEN'],
  reply: z.object({ audit_log: z.array(auditEntryJson) }),
});

/** The `new_value` of the earliest entry is a JSON snapshot of the first version. */
export const expenseHistoryRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/{id}/audit',
  summary: 'The audit trail of an expense; the earliest entry contains the first version.',
  query: z.object(asOfQuery),
  errors: ['TRAIL_BROKEN'],
  reply: z.object({ history: z.array(auditEntryJson) }),
});
