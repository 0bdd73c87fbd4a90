import type { Lines } from '@outlay/rules';

export interface Field {
  /** The name in forms, replies and the audit trail. */
  readonly json: string;
  /** The name in what super admins send, if it is another. */
  readonly adminJson?: string;
  /** The words for it in forms. */
  readonly label: string;
  /** Each kind has its schemas in `claim-schemas.ts`. */
  readonly kind: 'date' | 'amount' | 'currency' | 'vat' | 'classification' | 'flag';
  /** The part of an amendment that changes it; without one, no amendment does. */
  readonly amendedIn?: 'original' | 'metadata';
  /** A claim is complete without it. Events without it stay valid. */
  readonly optional?: true;
}
/** One or several lines that a person writes. */
export interface TextField extends Omit<Field, 'kind'> {
  readonly kind: 'text';
  readonly max: number;
  readonly lines: Lines;
  readonly example: string;
}

/** Each field that a person fills in a claim. Forms, replies, events, views, comparison and amendment derive from it. */
export const claimFields = {
  date: { json: 'date', label: 'Date', kind: 'date', amendedIn: 'original' },
  category: {
    json: 'type',
    adminJson: 'category',
    label: 'Category',
    kind: 'text',
    max: 60,
    lines: 'one',
    example: 'Restaurant',
    amendedIn: 'metadata',
  },
  justification: {
    json: 'justification',
    label: 'Justification',
    kind: 'text',
    max: 2000,
    lines: 'many',
    example: 'Lunch with the auditors',
    amendedIn: 'metadata',
  },
  /** The name that groups the claims of a journey; the days and currency of the trip are with the account. */
  trip: {
    json: 'trip',
    label: 'Trip',
    kind: 'text',
    max: 60,
    lines: 'one',
    example: 'Nairobi, March',
    amendedIn: 'metadata',
    optional: true,
  },
  amount: { json: 'amount', label: 'Amount', kind: 'amount', amendedIn: 'original' },
  currency: { json: 'currency', label: 'Currency', kind: 'currency', amendedIn: 'original' },
  classification: {
    json: 'classification',
    label: 'Classification',
    kind: 'classification',
    amendedIn: 'metadata',
    optional: true,
  },
  vatAmount: { json: 'vat_amount', label: 'VAT amount (EUR)', kind: 'vat', amendedIn: 'metadata', optional: true },
  noReceipt: { json: 'no_receipt', label: 'Declared: no receipt', kind: 'flag' },
} as const satisfies Record<string, Field | TextField>;

export type ClaimFields = typeof claimFields;
export type ClaimField = keyof ClaimFields;
export type AmendedField<Part extends NonNullable<Field['amendedIn']>> = {
  [F in ClaimField]: ClaimFields[F] extends { readonly amendedIn: Part } ? F : never;
}[ClaimField];

export const CLAIM_FIELDS = Object.keys(claimFields) as ClaimField[];

/** The fields that this part of an amendment changes. */
export function amendedIn<Part extends NonNullable<Field['amendedIn']>>(part: Part): AmendedField<Part>[] {
  return CLAIM_FIELDS.filter((name): name is AmendedField<Part> => definitionOf(name).amendedIn === part);
}

/** The definition with the properties that only some fields have. */
export function definitionOf(name: ClaimField): Field | TextField {
  return claimFields[name];
}

export type AdminName<F extends ClaimField> = ClaimFields[F] extends { readonly adminJson: infer Name extends string }
  ? Name
  : ClaimFields[F]['json'];

export function adminName<F extends ClaimField>(name: F): AdminName<F> {
  const { json, adminJson = json } = definitionOf(name);
  return adminJson as AdminName<F>;
}
