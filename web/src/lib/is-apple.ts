/** Whether this is a keyboard with ⌘ in place of Ctrl. */
export function isApple(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}
