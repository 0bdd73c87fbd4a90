import { del, get, set } from 'idb-keyval';
import type { ClaimValues } from '../../../expense/claim-values';

/** A form that was left unfinished on this device, with the receipt chosen for it. */
export interface SavedForm {
  readonly values: ClaimValues;
  readonly receipt: File | null;
  /** When it was last typed in; an ISO instant. */
  readonly savedAt: string;
}

/** Each user has one unfinished new expense, and one of each they edit. */
export function savedFormKey(userId: string, expenseId: string | null): string {
  return `form ${userId} ${expenseId ?? 'new'}`;
}

// Storage may be full, forbidden or missing: the form works without it, so that its failures are nobody's concern.
export async function loadForm(key: string): Promise<SavedForm | null> {
  return quietly(() => get<SavedForm>(key));
}

export async function keepForm(key: string, form: SavedForm): Promise<void> {
  await quietly(() => set(key, form));
}

export async function forgetForm(key: string): Promise<void> {
  await quietly(() => del(key));
}

async function quietly<Result>(attempt: () => Promise<Result | undefined>): Promise<Result | null> {
  try {
    return (await attempt()) ?? null;
  } catch {
    return null;
  }
}
