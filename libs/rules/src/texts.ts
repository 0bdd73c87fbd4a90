/** The members of a class of characters that leave no mark on a screen, for a pattern with the flag `u`. */
export const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}\u{13441}\u{13442}`;
/** Matches a text that shows something. Combining marks and private characters alone do not. */
export const VISIBLE = new RegExp(String.raw`(?![${INVISIBLE}])[\p{L}\p{N}\p{P}\p{S}]`, 'u');

/** Whether nobody can see anything of a text, as of one of zero-width spaces or of Hangul fillers. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
