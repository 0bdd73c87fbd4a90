const MAX_LENGTH = 120;

/** A sender's file name, fit to be shown: no folders, no control or direction characters, at most 120 characters. */
export function displayName(name: string): string {
  // Browsers write a quote and a line break in a form's file name as these (HTML, multipart/form-data).
  const written = name.replaceAll('%22', '"').replace(/%0[AD]/g, '');
  const base = written.split(/[/\\]/).at(-1) ?? '';
  const plain = base.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
  return /^\.*$/.test(plain) ? '' : [...plain].slice(-MAX_LENGTH).join('');
}
