/** As a `ref`: what appears below what fits the screen is scrolled to, once, when it appears. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
