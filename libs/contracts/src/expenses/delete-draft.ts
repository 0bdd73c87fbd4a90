import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { expenseRef } from '../primitives.js';
import { defineRoute } from '../route.js';
import { expected } from './decide-expense.js';
import { messageReply } from '../replies.js';

export const deleteDraft = defineOperation({
  subject: 'expenses.delete-draft',
  work: 'one',
  request: z.object({ id: expenseRef, ...expected }),
  reply: z.object({ deleted: z.literal(true) }),
});

export const deleteDraftRoute = defineRoute({
  method: 'DELETE',
  path: '/api/expenses/{id}',
  summary: 'Deletes a draft.',
  versioned: true,
  reply: messageReply,
});
