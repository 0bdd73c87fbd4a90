import { OutlayError } from '@outlay/contracts';
import { repeatedField } from '../uploads/repeated-field.js';

/** The bodies of the API have three levels. */
const MAX_DEPTH = 16;

/**
 * Checks the text in one pass before it is parsed, since a parser takes long for a deep text, and keeps only the last
 * of several fields with one name, where another program may have read the first. Whether it is JSON at all is left to
 * the parser.
 * @throws INVALID_INPUT if the text is nested deeply or an object has two fields of one name, however they are written
 * @throws SyntaxError if a name cannot be read
 */
export function checkJsonShape(json: string): void {
  /** The names read so far of each object and list around the current place; null while there are none. */
  const names: (Set<string> | null)[] = [];
  let latestText = '';
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"': {
        const end = endOfText(json, at);
        latestText = json.slice(at, end);
        at = end - 1;
        break;
      }
      case ':':
        names.push(withName(names.pop() ?? null, latestText));
        break;
      case '{':
      case '[':
        if (names.length === MAX_DEPTH)
          throw new OutlayError('INVALID_INPUT', 'The request body is nested too deeply.');
        names.push(null);
        break;
      case '}':
      case ']':
        names.pop();
    }
  }
}

/** The place after the closing quote, or the end if there is none. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, json.length);
}

function withName(names: Set<string> | null, text: string): Set<string> {
  const name = text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
  if (names?.has(name)) throw repeatedField(name);
  return (names ?? new Set()).add(name);
}
