const DEFAULT_FONT_SIZE = 16;

export function inPixels(rem: number): number {
  return rem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_FONT_SIZE);
}
