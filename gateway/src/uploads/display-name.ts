import { charactersOf, cleanText } from '@outlay/rules';

const MAX_LENGTH = 120;

/** Makes an uploaded file's name safe to show: no folders, no control or direction characters, at most 120 code units. */
export function displayName(name: string): string {
  // How browsers escape quotes and line breaks in multipart file names (HTML standard).
  const unescaped = name.replaceAll('%22', '"').replace(/%0[AD]/g, '');
  const base = unescaped.split(/[/\\]/).at(-1) ?? '';
  const plain = cleanText(base.replace(/\p{Cs}/gu, ''), 'one');
  if (/^\.*$/.test(plain)) return '';
  const characters = charactersOf(plain);
  for (let length = plain.length; length > MAX_LENGTH;) length -= characters.shift()?.length ?? 0;
  return characters.join('');
}
