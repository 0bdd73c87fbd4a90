import { toNumber } from '@outlay/rules';
import * as z from 'zod/mini';
import { decimal, isoDate, personText, requiredText } from '../primitives.js';
import {
  adminName,
  amendedIn,
  CLAIM_FIELDS,
  claimFields,
  definitionOf,
  type AdminName,
  type ClaimField,
  type ClaimFields,
  type Field,
  type TextField,
} from './claim-fields.js';
import {
  amountField,
  asText,
  classificationField,
  currencyCode,
  currencyField,
  dateField,
  flagField,
  positiveMoney,
  sentClassification,
  vatField,
  vatMoney,
} from './claim-inputs.js';

type Schema = z.ZodMiniType;
interface Kind {
  /** Between services and in events. */
  readonly value: Schema;
  /** The value as a person sends it in a message. */
  readonly written: Schema;
  /** A field of the form of; empty or missing is null. */
  readonly form: Schema;
  /** A value in the JSON of a super admin. */
  readonly sent: Schema;
  readonly json: Schema;
}

/** A super admin must send it, and every event has it. */
function required<K extends Kind>(kind: K) {
  return {
    ...shown(kind),
    stored: z.nullable(kind.value as K['value']),
    change: z.optional(kind.written as K['written']),
    sent: kind.sent as K['sent'],
    sentChange: z.optional(kind.sent as K['sent']),
  };
}

/** Events need not have it: missing is null in a claim, and no change in an amendment. */
function optional<K extends Kind>(kind: K) {
  const sent = z.optional(z.nullable(kind.sent as K['sent']));
  return {
    ...shown(kind),
    stored: z.optional(z.nullable(kind.value as K['value'])),
    change: z.optional(z.nullable(kind.written as K['written'])),
    sent,
    sentChange: sent,
  };
}

function shown<K extends Kind>({ value, written, form, json }: K) {
  return {
    value: value as K['value'],
    view: z.nullable(value as K['value']),
    written: z.nullable(written as K['written']),
    form: form as K['form'],
    json: z.nullable(json as K['json']),
  };
}

const number = z.number();
const string = z.string();
const flag = z.boolean();
const sentFlag = z.optional(
  z.union([
    flag,
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((value) => value === 'true'),
    ),
  ]),
);

const flagSchemas = {
  view: flag,
  written: flag,
  form: z.pipe(
    flagField,
    z.transform((answer: 'yes' | 'no' | null) => answer === 'yes'),
  ),
  json: flag,
  value: flag,
  stored: flag,
  change: z.optional(flag),
  sent: sentFlag,
  sentChange: sentFlag,
};

const kinds = {
  date: () => ({ value: isoDate, written: isoDate, form: dateField, sent: isoDate, json: isoDate }),
  text: ({ max, lines, example }: TextField) => ({
    value: string,
    written: personText(max, lines),
    form: asText(max, example, lines),
    sent: requiredText(max, undefined, lines),
    json: string,
  }),
  amount: () => ({ value: decimal, written: decimal, form: amountField, sent: positiveMoney, json: number }),
  currency: () => ({ value: string, written: string, form: currencyField, sent: currencyCode(), json: string }),
  vat: () => ({ value: decimal, written: decimal, form: vatField, sent: vatMoney, json: number }),
  classification: () => ({
    value: string,
    written: string,
    form: classificationField,
    sent: sentClassification,
    json: string,
  }),
};

type KindOf<F extends ClaimField> = ReturnType<(typeof kinds)[ClaimFields[F]['kind'] & keyof typeof kinds]>;
type Schemas = {
  readonly [F in ClaimField]: ClaimFields[F]['kind'] extends 'flag'
    ? typeof flagSchemas
    : ClaimFields[F] extends { readonly optional: true }
      ? ReturnType<typeof optional<KindOf<F>>>
      : ReturnType<typeof required<KindOf<F>>>;
};
type Role = keyof Schemas[ClaimField];

const schemas = Object.fromEntries(CLAIM_FIELDS.map((name) => [name, schemasOf(definitionOf(name))])) as Schemas;

function schemasOf(field: Field | TextField): unknown {
  if (field.kind === 'flag') return flagSchemas;
  const kind: Kind = field.kind === 'text' ? kinds.text(field) : kinds[field.kind]();
  return field.optional ? optional(kind) : required(kind);
}

function entriesOf<T>(names: readonly ClaimField[], nameOf: (name: ClaimField) => string, of: (name: ClaimField) => T) {
  return Object.fromEntries(names.map((name) => [nameOf(name), of(name)]));
}

function shape<R extends Role, F extends ClaimField>(role: R, names: readonly F[]) {
  const made: unknown = entriesOf(
    names,
    (name) => name,
    (name) => schemas[name][role],
  );
  return made as { [N in F]: Schemas[N][R] };
}

function jsonShape<R extends Role>(role: R) {
  const made: unknown = entriesOf(CLAIM_FIELDS, jsonName, (name) => schemas[name][role]);
  return made as { [N in ClaimField as ClaimFields[N]['json']]: Schemas[N][R] };
}

function adminShape<R extends Role, F extends ClaimField>(role: R, names: readonly F[]) {
  const made: unknown = entriesOf(names, adminName, (name) => schemas[name][role]);
  return made as { [N in F as AdminName<N>]: Schemas[N][R] };
}

const ORIGINAL = amendedIn('original');
const METADATA = amendedIn('metadata');

/** The shapes of a claim's fields, for objects that have them among others. */
export const claimShapes = {
  form: jsonShape('form'),
  json: jsonShape('json'),
  view: shape('view', CLAIM_FIELDS),
  sent: adminShape('sent', CLAIM_FIELDS),
  original: {
    stored: shape('value', ORIGINAL),
    written: shape('change', ORIGINAL),
    sent: adminShape('sentChange', ORIGINAL),
  },
  metadata: {
    stored: shape('stored', METADATA),
    written: shape('change', METADATA),
    sent: adminShape('sentChange', METADATA),
  },
};

/** The details as events have them. */
export const claimDetails = z.object(shape('stored', CLAIM_FIELDS));
/** The details that a person sends. */
export const writtenDetails = z.object(shape('written', CLAIM_FIELDS));
export type ClaimDetails = Readonly<z.infer<z.ZodMiniObject<typeof claimShapes.view>>>;
type ClaimJson = Readonly<z.infer<z.ZodMiniObject<typeof claimShapes.json>>>;

/** Fills in the fields that are missing: null, or false for the declaration that there is no receipt. */
export function completeDetails(details: { readonly [F in ClaimField]?: ClaimDetails[F] | undefined }): ClaimDetails {
  const complete: unknown = entriesOf(
    CLAIM_FIELDS,
    (name) => name,
    (name) => details[name] ?? (definitionOf(name).kind === 'flag' ? false : null),
  );
  return complete as ClaimDetails;
}

/** The values of a form by the names of the claim. */
export function detailsOfForm<Form extends z.infer<z.ZodMiniObject<typeof claimShapes.form>>>(form: Form) {
  return completeDetails(
    entriesOf(
      CLAIM_FIELDS,
      (name) => name,
      (name) => form[claimFields[name].json],
    ),
  );
}

/** The values that a super admin sent, by the names of the claim; missing ones stay undefined. */
export function namedFields<F extends ClaimField, Sent extends { readonly [N in F as AdminName<N>]?: unknown }>(
  names: readonly F[],
  sent: Sent,
) {
  const values: Readonly<Record<string, unknown>> = sent;
  const named: unknown = entriesOf(
    names,
    (name) => name,
    (name) => values[adminName(name)],
  );
  return named as { [N in F]: Sent[AdminName<N> & keyof Sent] };
}

/** The claim's fields of a reply: numbers instead of decimal text. */
export function toClaimJson(details: ClaimDetails): ClaimJson {
  const json: unknown = entriesOf(CLAIM_FIELDS, jsonName, (name) => {
    const value = details[name];
    const { kind } = definitionOf(name);
    return typeof value === 'string' && (kind === 'amount' || kind === 'vat') ? toNumber(value) : value;
  });
  return json as ClaimJson;
}

function jsonName(name: ClaimField): string {
  return claimFields[name].json;
}
