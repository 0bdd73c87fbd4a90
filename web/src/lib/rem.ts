const USUAL = 16;

/** A length in rem, in pixels: who reads at twice the size has rows of twice the height. */
export function inPixels(rem: number): number {
  return rem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL);
}
