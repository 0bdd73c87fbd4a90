import type { Notice, UserView } from '@outlay/contracts';
import type { StoredAccountEvent } from './stored-account-event.js';

interface Recipient extends Pick<UserView, 'role' | 'email'> {
  readonly notices: readonly Notice[];
}

/** Adds a notice for a super admin whose account others have changed. */
export function noticesAfter({ notices, role, email }: Recipient, event: StoredAccountEvent): readonly Notice[] {
  if (event.type === 'NoticesDismissed') {
    return notices.slice(notices.findIndex(({ id }) => id === event.data.upTo) + 1);
  }
  const isSuperAdmin = role === 'super_admin' || (event.type === 'RoleChanged' && event.data.to === 'super_admin');
  const notice = isSuperAdmin && event.actor.email !== email ? noticeOf(event) : null;
  return notice ? [...notices, { ...notice, id: event.id, byEmail: event.actor.email, at: event.at }] : notices;
}

function noticeOf(event: StoredAccountEvent): Pick<Notice, 'kind' | 'role'> | null {
  switch (event.type) {
    case 'RoleChanged':
      return { kind: 'role_changed', role: event.data.to };
    case 'AccountDeactivated':
      return { kind: 'deactivated', role: null };
    case 'AccountReactivated':
      return { kind: 'reactivated', role: null };
    case 'ResetCodeIssued':
      return { kind: 'reset_code_issued', role: null };
    default:
      return null;
  }
}
