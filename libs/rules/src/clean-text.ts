import { RIGHT_TO_LEFT } from './isolated.js';
import { INVISIBLE } from './texts.js';

/** Whether a text may have several lines, as a justification may and a name may not. */
export type Lines = 'one' | 'many';

const WESTERN = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}`;
const LETTER_THAT_JOINS = String.raw`(?![${WESTERN}]|\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]`;
const EMOJI = String.raw`\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier}`;
/** The only invisible characters that a text needs: joiners, where they shape the characters before them. */
const SHAPING = [
  String.raw`(?<=${LETTER_THAT_JOINS}|${EMOJI})[\u200C\u200D\u180E]`,
  String.raw`(?<=(?![${WESTERN}${INVISIBLE}])[\p{L}\p{N}\p{P}\p{S}])[\uFE00-\uFE0F\u180B-\u180D\u180F\u{E0100}-\u{E01EF}]`,
  // The flags of parts of countries.
  String.raw`(?<=\u{1F3F4})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
];
/** Marks that order the neutral characters beside them; they reach nothing outside of the line. */
const DIRECTION_MARKS = String.raw`[\u200E\u200F\u061C]`;
/** Matches control characters, and characters that hide, override directions or are no character at all. */
const HARMFUL = String.raw`[^\P{Cc}\t\n]|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\p{Noncharacter_Code_Point}]`;
const allBut = (kept: readonly string[]) => new RegExp(`(${kept.join('|')})|${HARMFUL}`, 'gu');
const LEFT_TO_RIGHT_UNWANTED = allBut(SHAPING);
const RIGHT_TO_LEFT_UNWANTED = allBut([...SHAPING, DIRECTION_MARKS]);

const EDGE = String.raw`[\s\u2800\u200C-\u200F\u061C\u180E]+`;
const EDGES = new RegExp(`^${EDGE}|${EDGE}$`, 'gu');
/** All but the compatibility ideographs, whose normal form is another way to write a name. */
const NORMALISED = /[^\uF900-\uFAFF\u{2F800}-\u{2FA1F}]+/gu;

/**
 * A text of a person as it is stored and shown to others: composed (NFC), with line feeds only, without spaces around
 * it, and without characters that hide or that change the order of the text around it. A second time changes nothing.
 */
export function cleanText(text: string, lines: Lines = 'many'): string {
  const broken = text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
  let cleaned = lines === 'many' ? broken : broken.replace(/[\t\n]+/g, ' ');
  // Removing a character can put others beside each other that compose, or that no longer need the next one.
  for (let before = ''; before !== cleaned;) {
    before = cleaned;
    cleaned = cleaned
      .replace(NORMALISED, (part) => part.normalize('NFC'))
      .replace(RIGHT_TO_LEFT.test(cleaned) ? RIGHT_TO_LEFT_UNWANTED : LEFT_TO_RIGHT_UNWANTED, '$1')
      .replace(EDGES, '');
  }
  return cleaned;
}
