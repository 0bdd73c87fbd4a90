import type { ClaimValues } from '#expense/claim-values';
import { findForms, keepForm, newFormKey, type Batch, type FoundForm } from '#expense/saved-forms';

/**
 * Makes an unfinished form of each receipt; `first` is its place in the batch. Returns their keys.
 * @throws if the browser cannot keep them
 */
export async function keepBatch(
  prefix: string,
  files: readonly File[],
  values: ClaimValues,
  { id, place: first, of }: Batch,
): Promise<string[]> {
  const keys: string[] = [];
  for (const [index, file] of files.entries()) {
    const key = newFormKey(prefix);
    const batch = { id, place: first + index, of };
    await keepForm(key, { values, receiptName: file.name, savedAt: new Date().toISOString(), batch }, file);
    keys.push(key);
  }
  return keys;
}

/** The other unfinished forms of the batch, in their order. */
export function othersOf(prefix: string, batch: Batch, key: string): FoundForm[] {
  return findForms(prefix)
    .filter((form) => form.batch?.id === batch.id && form.key !== key)
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The form to continue with: the next one, or in the end the first that is left. */
export function nextOf(prefix: string, batch: Batch, key: string): string | null {
  const others = othersOf(prefix, batch, key);
  return (others.find((form) => placeOf(form) > batch.place) ?? others[0])?.key ?? null;
}

export const placeOf = ({ batch }: FoundForm) => batch?.place ?? 0;
