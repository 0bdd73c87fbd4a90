/** A callback ref that scrolls an element into view when it is mounted. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
