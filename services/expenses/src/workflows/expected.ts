import type { Expected } from '../domain/commands.js';
import type { LoadedExpense } from '../stream/stream-types.js';

/** Compares the head that a request names with the stream's; of another revision, it says nothing. */
export function expectedOf(
  {
    expectedRevision,
    expectedHead = null,
  }: { readonly expectedRevision: number | null; readonly expectedHead?: string | null | undefined },
  { revision, headHash }: Pick<LoadedExpense, 'revision' | 'headHash'>,
): Expected {
  const isOtherHead = expectedHead !== null && expectedRevision === revision && !headHash?.startsWith(expectedHead);
  return { expectedRevision, expectedHead, isOtherHead };
}
