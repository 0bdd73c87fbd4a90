import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { assignableRole, instant, text } from '../primitives.js';
import { messageReply } from '../replies.js';
import { defineRoute } from '../route.js';
import { userJson, userView } from './user.js';

/** A notice to a super admin about a change that somebody else made to their account. The id is that of the event. */
export const notice = z.object({
  id: z.string(),
  kind: z.enum(['role_changed', 'deactivated', 'reactivated', 'reset_code_issued']),
  /** The new one, if it changed. */
  role: z.nullable(assignableRole),
  byEmail: z.string(),
  at: instant,
});
export type Notice = z.infer<typeof notice>;

const noticeJson = z
  .object({
    id: z.string(),
    kind: notice.shape.kind,
    role: z.nullable(assignableRole),
    by_email: z.string(),
    at: instant,
  })
  .register(apiSchemas, { id: 'Notice' });
export type NoticeJson = z.infer<typeof noticeJson>;

export function toNoticeJson({ id, kind, role, byEmail, at }: Notice): NoticeJson {
  return { id, kind, role, by_email: byEmail, at };
}

export const readProfile = defineOperation({
  subject: 'auth.read-profile',
  work: 'one',
  readOnly: true,
  request: z.object({}),
  reply: z.object({ user: userView, notices: z.array(notice) }),
});

export const profileRoute = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  summary: "The caller's profile, and what other super admins did to it that was not dismissed.",
  reply: z.extend(userJson, { notices: z.optional(z.array(noticeJson)) }),
});

/** Hides the user's notices up to and including the given one for good. */
export const dismissNotices = defineOperation({
  subject: 'auth.dismiss-notices',
  work: 'one',
  request: z.object({ upTo: z.string() }),
  reply: z.object({ done: z.literal(true) }),
});

export const dismissNoticesRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/notices/dismiss',
  summary: "Dismisses the notices of the caller's profile up to and including the given one.",
  status: 200,
  body: z.object({ up_to: text(80, 'up_to is required') }),
  reply: messageReply,
});
