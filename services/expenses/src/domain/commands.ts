import type {
  amendExpense,
  ClaimDetails,
  ExpenseEventOf,
  FrozenRate,
  MentionedPerson,
  ReceiptRef,
  RequestOf,
} from '@outlay/contracts';
import type { Decimal, IsoDate, ReimbursementCurrency, Role } from '@outlay/rules';

export interface DecidingActor {
  readonly id: string;
  readonly role: Role;
}

/** The currency in which the sender was shown the reimbursement; null or undefined if the sender does not say. */
export type ShownCurrency = ReimbursementCurrency | null | undefined;

/** Contains the server's rate and today, so that the decision stays pure. */
interface Saving {
  readonly actor: DecidingActor;
  readonly status: 'draft' | 'submitted';
  readonly details: ClaimDetails;
  readonly rate: FrozenRate | null;
  readonly reimbursementCurrency: ReimbursementCurrency;
  readonly shownCurrency?: ShownCurrency;
  readonly override: { readonly rate: Decimal; readonly reason: string } | null;
  readonly receipt: ReceiptRef | null;
  readonly today: IsoDate;
}

/** The version of the expense that the sender was shown. */
export interface Expected {
  readonly expectedRevision: number | null;
  /** The hash of the last event, or the beginning of it. */
  readonly expectedHead?: string | null;
  /** True if the expense is at that revision with another hash. */
  readonly isOtherHead?: boolean;
}

interface Reviewing extends Expected {
  readonly actor: DecidingActor;
}

export interface SeenReceipt {
  /** The SHA-256 of the receipt that was seen, null for no receipt; undefined if the sender does not say. */
  readonly seenReceipt?: string | null | undefined;
}

/** The facts that an approval is checked against; an amendment needs them only if it approves again. */
export interface ApprovalCheck {
  readonly duplicates: readonly string[];
  /** The duplicates that have the same receipt. */
  readonly sameReceipt: readonly string[];
  readonly duplicatesKnown: boolean;
  /** False if the stored bytes are not those of the claim's receipt. */
  readonly receiptIntact: boolean;
}

/** Somebody whom a question is to mention; one whom nobody knows has no name. */
export interface Mentioned extends MentionedPerson {
  readonly isActiveSuperAdmin: boolean;
}

type Opening = NonNullable<ExpenseEventOf<'ExpenseDrafted'>['data']['opening']>;

export type ExpenseCommand =
  | (Saving & { readonly type: 'Create'; readonly opening: Opening })
  | (Saving & Expected & { readonly type: 'Revise'; readonly removeReceipt: boolean })
  | {
      readonly type: 'CreateOnBehalf';
      readonly opening: Opening;
      readonly isOwnerActive: boolean;
      readonly ownerRole: Role;
      readonly details: ClaimDetails;
      readonly rate: FrozenRate | null;
      readonly reimbursementCurrency: ReimbursementCurrency;
      readonly shownCurrency?: ShownCurrency;
      readonly receipt: ReceiptRef | null;
      readonly today: IsoDate;
    }
  | (Reviewing & { readonly type: 'DeleteDraft' })
  | (Reviewing & SeenReceipt & ApprovalCheck & { readonly type: 'Approve'; readonly onlySuperAdmin: boolean })
  | (Reviewing & { readonly type: 'Reject'; readonly reason: string })
  | (Reviewing & { readonly type: 'Ask'; readonly question: string; readonly mentioned: readonly Mentioned[] })
  | (Reviewing & { readonly type: 'Answer'; readonly answer: string })
  | (Reviewing & { readonly type: 'Revert'; readonly note: string | null })
  | (Reviewing &
      ApprovalCheck & {
        readonly type: 'Amend';
        readonly today: IsoDate;
        readonly change: Amendment;
        readonly onlySuperAdmin: boolean;
      })
  | {
      readonly type: 'Pay';
      readonly paymentId: string;
      /** The revision that the payment was decided on. */
      readonly onRevision: number;
    };

/** Absent fields stay. `rate` is null if the server has none for the new date and currency. */
export interface Amendment {
  readonly original?: {
    readonly amount: Decimal;
    readonly currency: string;
    readonly date: IsoDate;
    readonly rate: FrozenRate | null;
  };
  readonly clearOverride: boolean;
  readonly metadata?: NonNullable<RequestOf<typeof amendExpense>['metadata']>;
  readonly reimbursement?: { readonly amount: Decimal; readonly reason: string };
}

export type CommandOf<T extends ExpenseCommand['type']> = Extract<ExpenseCommand, { type: T }>;
