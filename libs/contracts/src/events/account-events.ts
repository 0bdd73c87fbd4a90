import * as z from 'zod/mini';
import { requestedChange } from '../auth/pending-change.js';
import { savedViewData } from '../auth/saved-views.js';
import { tripData } from '../auth/trips.js';
import { assignableRole, instant, reimbursementCurrency } from '../primitives.js';

const names = z.object({ firstName: z.string(), lastName: z.string() });
/** The events of an account; streams are named `account-<user id>`. Never with a password, its hash or a code. */
export const accountEventSchemas = {
  /** `inviteId` names the stream of the invite that was used. */
  AccountRegistered: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: assignableRole,
    reimbursementCurrency,
    inviteId: z.string(),
  }),
  RoleChanged: z.object({ from: assignableRole, to: assignableRole }),
  NamesChanged: z.object({ from: names, to: names }),
  ReimbursementCurrencyChanged: z.object({ from: reimbursementCurrency, to: reimbursementCurrency }),
  /** Ends all sessions. */
  AccountDeactivated: z.object({}),
  AccountReactivated: z.object({}),
  ResetCodeIssued: z.object({ expiresAt: instant }),
  /** The new password follows as `PasswordChanged`. */
  ResetCodeUsed: z.object({}),
  /** Ends all sessions. */
  PasswordChanged: z.object({}),
  /** Waits for a second super admin, until it is answered or the role or status changes otherwise. */
  ChangeRequested: requestedChange,
  /** An event with what was asked for follows. `requestId` is the id of the `ChangeRequested`. */
  ChangeConfirmed: z.object({ requestId: z.string() }),
  ChangeRefused: z.object({ requestId: z.string() }),
  ChangeWithdrawn: z.object({ requestId: z.string() }),
  /** The person has read the notices of the events up to and including this one. */
  NoticesDismissed: z.object({ upTo: z.string() }),
  /** A view of the list of expenses, new or in place of the one with this id. */
  ViewSaved: savedViewData,
  /** The view was removed: by its owner, or by another super admin if it was shared. */
  ViewRemoved: z.object({ viewId: z.string(), name: z.string() }),
  /** A trip of the person's, new, or with other days or another currency. */
  TripSaved: tripData,
  /** The claims of the trip keep its name. */
  TripRemoved: z.object({ tripId: z.string(), name: z.string() }),
} as const;

export type AccountEventType = keyof typeof accountEventSchemas;
export type AccountEventOf<T extends AccountEventType> = {
  readonly type: T;
  readonly data: z.infer<(typeof accountEventSchemas)[T]>;
};
export type AccountEvent = { [T in AccountEventType]: AccountEventOf<T> }[AccountEventType];
