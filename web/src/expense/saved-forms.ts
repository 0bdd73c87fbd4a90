import { FORM } from '#lib/kept-keys';
import { randomText } from '#lib/random-text';
import { emptyValues, type ClaimValues } from './claim-values';

// Only a form with a receipt needs it.
const database = () => import('idb-keyval');

export interface SavedForm {
  readonly values: ClaimValues;
  /** The name of the receipt, which is in IndexedDB. */
  readonly receiptName: string | null;
  readonly savedAt: string;
  /** The file of POST /api/uploads that is the receipt. */
  readonly uploaded?: string | undefined;
  /** The Idempotency-Key under which an earlier state of the form may have arrived. */
  readonly sentAs?: string | undefined;
  /** Why the server refused it. */
  readonly refusal?: string | undefined;
  /** The place among receipts that were added together. */
  readonly batch?: Batch | undefined;
}

export interface Batch {
  readonly id: string;
  /** From 1 on. */
  readonly place: number;
  readonly of: number;
}

export interface FoundForm extends SavedForm {
  readonly key: string;
}

export function savedFormPrefix(userId: string, expenseId: string | null): string {
  return `${FORM}${userId} ${expenseId ?? 'new'} `;
}

/** A key per visit, so that visits do not overwrite each other's forms. */
export function newFormKey(prefix: string): string {
  return prefix + randomText();
}

export function findForms(prefix: string): FoundForm[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => readForm(key) ?? [])
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

function readForm(key: string): FoundForm | null {
  try {
    const form = JSON.parse(localStorage.getItem(key) ?? '') as SavedForm;
    // An earlier release may have stored it without a field that there is now.
    return { ...form, values: { ...emptyValues(''), ...form.values }, key };
  } catch {
    return null;
  }
}

/** Uses localStorage, which is synchronous: a write to IndexedDB is lost if the page closes. */
export function storeForm(key: string, form: SavedForm) {
  try {
    localStorage.setItem(key, JSON.stringify(form));
  } catch {
    // Storage may be full or forbidden; the form works without it.
  }
}

/**
 * Stores a form of which nothing is on the screen.
 * @throws if the browser cannot keep it
 */
export async function keepForm(key: string, form: SavedForm, receipt: File | null): Promise<void> {
  if (receipt) await (await database()).set(key, receipt);
  storeForm(key, form);
  if (localStorage.getItem(key) === null) throw new Error('The form cannot be stored');
}

/** Uses IndexedDB, since localStorage cannot store files. */
export async function storeReceipt(key: string, receipt: File): Promise<void> {
  await ignoreErrors(async () => (await database()).set(key, receipt));
}

export async function loadReceipt({ key, receiptName }: FoundForm): Promise<File | null> {
  return receiptName === null ? null : ignoreErrors(async () => (await database()).get<File>(key));
}

export async function deleteForm(key: string): Promise<void> {
  if (localStorage.getItem(key) === null) return;
  localStorage.removeItem(key);
  await ignoreErrors(async () => (await database()).del(key));
}

async function ignoreErrors<Result>(attempt: () => Promise<Result | undefined>): Promise<Result | null> {
  try {
    return (await attempt()) ?? null;
  } catch {
    return null;
  }
}
