import { del, get, set } from 'idb-keyval';
import type { ClaimValues } from '../../../expense/claim-values';
import { randomText } from '../../../lib/random-text';

/** A form that was left unfinished on this device. */
export interface SavedForm {
  readonly values: ClaimValues;
  /** The receipt chosen for it, which is kept beside it. */
  readonly receiptName: string | null;
  /** When it was last typed in; an ISO instant. */
  readonly savedAt: string;
}

export interface FoundForm extends SavedForm {
  readonly key: string;
}

/** Where a user's unfinished forms of an expense are, or of a new one. */
export function savedFormPlace(userId: string, expenseId: string | null): string {
  return `form ${userId} ${expenseId ?? 'new'} `;
}

/** Each visit keeps what is typed in it under a key of its own, so that none writes over what another has left. */
export function newFormKey(place: string): string {
  return place + randomText();
}

/** What was left unfinished at a place, the latest first. */
export function formsLeftAt(place: string): FoundForm[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(place))
    .flatMap((key) => readForm(key) ?? [])
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

function readForm(key: string): FoundForm | null {
  try {
    return { ...(JSON.parse(localStorage.getItem(key) ?? '') as SavedForm), key };
  } catch {
    return null;
  }
}

/**
 * Texts are kept with every key, at once, and not in IndexedDB: what is written there as a page closes may never arrive.
 * Storage may be full or forbidden: the form works without it, so that its failures are nobody's concern.
 */
export function keepForm(key: string, form: SavedForm) {
  try {
    localStorage.setItem(key, JSON.stringify(form));
  } catch {
    // As above.
  }
}

/** A file fits IndexedDB alone. */
export async function keepReceipt(key: string, receipt: File): Promise<void> {
  await quietly(() => set(key, receipt));
}

export async function loadReceipt({ key, receiptName }: FoundForm): Promise<File | null> {
  return receiptName === null ? null : quietly(() => get<File>(key));
}

export async function forgetForm(key: string): Promise<void> {
  if (localStorage.getItem(key) === null) return;
  localStorage.removeItem(key);
  await quietly(() => del(key));
}

async function quietly<Result>(attempt: () => Promise<Result | undefined>): Promise<Result | null> {
  try {
    return (await attempt()) ?? null;
  } catch {
    return null;
  }
}
