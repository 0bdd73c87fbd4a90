import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';

/** Values that a person has typed, or messages that may repeat them. */
const OF_A_PERSON = new Set(
  'by email filename justification maker message name reason receiptName typed user userName whom'.split(' '),
);
/** Values that Outlay writes: figures, days, ids, labels, and lists of them. */
const OURS = new Set(
  `account action ago all amount amounts answer approved at before builtAt changes claim count counted counts currency day days done events expenseId expenseIds expenses failed fetchedRate field fields files first fraction from hashes holds ids instant isApple kept label last leaf left licence loaded looks made max megabytes min minutes noun now on page paid parts percent position rate rates reference result role savedAt second share size source sources status then to tolerance total type units value version whole written`.split(
    ' ',
  ),
);
/** The only caller of these texts isolates its values (features/audit/event/sentence.ts). */
const ISOLATED_BEFORE = 'audit-sentences';

type Sentence = (...values: unknown[]) => unknown;
const HEBREW = 'שלום 7';
const ISOLATED = `\u2068${HEBREW}\u2069`;

const files = readdirSync(import.meta.dirname)
  .filter((file) => /^[\w-]+\.ts$/.test(file))
  .map((file) => file.replace('.ts', ''));
const texts = await Promise.all(files.map(async (file) => [file, await import(`./${file}`)] as const));
const sentences = texts.filter(([file]) => file !== ISOLATED_BEFORE).flatMap(([file, all]) => sentencesIn(file, all));

function sentencesIn(name: string, value: unknown): [string, Sentence][] {
  if (typeof value === 'function') return [[name, value as Sentence]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => sentencesIn(`${name}.${key}`, each));
}

const namesOf = (sentence: Sentence) =>
  (/^(?:function \w*)?\(([^)]*)\)/.exec(sentence.toString())?.[1] ?? '')
    // Counts and the like are passed together.
    .replace(/\{[^}]*\}/, 'counts')
    .split(',')
    .map((name) => name.trim());

test('of every value in a sentence, it is known whether a person wrote it', () => {
  const unknown = sentences.flatMap(([name, sentence]) =>
    namesOf(sentence)
      .filter((value) => value !== '' && !OF_A_PERSON.has(value) && !OURS.has(value))
      .map((value) => `${name}: ${value}`),
  );
  expect(unknown).toEqual([]);
});

test.each(sentences.filter(([, sentence]) => namesOf(sentence).some((value) => OF_A_PERSON.has(value))))(
  '%s keeps its order around a text of the other direction',
  (_, sentence) => {
    const names = namesOf(sentence);
    const text = String(sentence(...names.map((value) => (OF_A_PERSON.has(value) ? HEBREW : ['1', '2']))));
    const ofPeople = names.filter((value) => OF_A_PERSON.has(value)).length;
    expect(text.split(HEBREW)).toHaveLength(ofPeople + 1);
    expect(text.split(ISOLATED)).toHaveLength(ofPeople + 1);
  },
);
