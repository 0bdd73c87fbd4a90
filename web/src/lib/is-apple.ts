export function isApple(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}
