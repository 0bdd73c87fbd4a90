const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
/** Combining marks of Latin, Greek and Cyrillic, except the iota subscript, which is a letter of its own in capitals. */
const MARKS = /[\u0300-\u0344\u0346-\u036f]+/g;
const IGNORED = /\p{Default_Ignorable_Code_Point}+/gu;

/**
 * The form in which texts are searched, both what is stored and what is asked for: one text contains another if its
 * form contains the other's. Beyond Unicode's NFKC_Casefold, accents of Latin, Greek and Cyrillic do not matter, nor
 * does the kind or number of blanks.
 */
export function searchable(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(MARKS, '').replace(IGNORED, '');
  // ẞ, ß and SS meet as ss, and ı with I, only by both changes of case.
  const folded = plain.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return folded.normalize('NFKD').replace(MARKS, '').normalize('NFKC').replace(/\s+/g, ' ').trim();
}
