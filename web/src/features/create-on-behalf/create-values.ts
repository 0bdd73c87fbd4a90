import * as texts from '#strings/admin-create';
import { CLAIM_FIELDS, type UserJson } from '@outlay/contracts';
import {
  isBlank,
  maySubmit,
  parseAmount,
  reimbursementOf,
  toNumber,
  type IsoDate,
  type ReimbursementCurrency,
} from '@outlay/rules';
import { detailsOf, emptyValues, sentFields, type ClaimValues } from '#expense/claim-values';
import type { FormRate } from '#expense/use-fetched-rate';
import type { Creation } from './create-expense';
import { amountError, currencyError, dateError, vatError, type FieldErrors } from '#panel/claim-form/claim-problems';

export interface CreateValues extends ClaimValues {
  userId: string;
  file: File | null;
  fileProblem: string | null;
}

export type CreateErrors = FieldErrors & { file?: string };

export function newValues(): CreateValues {
  return { ...emptyValues(''), userId: '', file: null, fileProblem: null };
}

export function createErrors(values: CreateValues, today: IsoDate): CreateErrors {
  const found: CreateErrors = {
    date: values.date === '' ? undefined : dateError(values.date, today),
    amount: values.amount === '' ? undefined : amountError(values.amount),
    currencyOther: values.currencyOther === '' ? undefined : currencyError(values),
    vatAmount: vatError(values),
    file: values.fileProblem ?? undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined));
}

/** The names of missing fields, including a receipt or the declaration. */
export function missingFields(values: CreateValues, errors: CreateErrors): string[] {
  const { userId, date, category, justification, amount, noReceipt, file } = values;
  const isThere: readonly (readonly [name: string, isThere: boolean])[] = [
    [texts.missingUser, userId !== ''],
    [texts.missingDate, date !== '' && !errors.date],
    [texts.missingCategory, category !== ''],
    [texts.missingJustification, !isBlank(justification)],
    [texts.missingAmount, amount !== '' && !errors.amount],
    [texts.missingCurrency, !currencyError(values)],
    [texts.missingVat, !errors.vatAmount],
    [texts.missingReceipt, noReceipt || (file !== null && !errors.file)],
  ];
  return isThere.flatMap(([name, there]) => (there ? [] : [name]));
}

/** The documented payload without empty fields. The server fetches its own rate. */
export function fieldsOf(
  values: CreateValues,
  rate: FormRate,
  to: ReimbursementCurrency | null,
  today: IsoDate,
): Creation['fields'] {
  const fetched = rate.status === 'ready' ? rate.fetched.rate : null;
  const amount = parseAmount(values.amount) ?? '';
  const details = detailsOf(values);
  const given = CLAIM_FIELDS.filter((name) => details[name] !== null);
  return {
    user_id: values.userId,
    ...sentFields(given, details),
    status: 'submitted',
    ...(fetched !== null && {
      exchange_rate: toNumber(fetched),
      fetched_exchange_rate: toNumber(fetched),
      reimbursement_amount: toNumber(reimbursementOf(amount, fetched)),
    }),
    ...(to !== null && { reimbursement_currency: to }),
    today,
  };
}

/** Auditors have no expenses. */
export function claimants(users: readonly UserJson[]): UserJson[] {
  const nameOf = ({ first_name, last_name }: UserJson) => `${first_name} ${last_name}`;
  const active = users.filter(({ status, role }) => status === 'active' && maySubmit(role));
  return active.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
}
