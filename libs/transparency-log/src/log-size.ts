/** A number of leaves, in decimal without leading zeros. @throws RangeError if the text is anything else */
export function parseLogSize(text: string): number {
  const size = Number(text);
  if (!/^(0|[1-9]\d*)$/.test(text) || !Number.isSafeInteger(size)) throw new RangeError('Not the size of a log');
  return size;
}
