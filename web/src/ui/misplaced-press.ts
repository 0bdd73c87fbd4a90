import { lastPress, REPEAT_MS, type PointerPress } from './one-press';

/** The press by which a dialog has closed. */
let closing: PointerPress | null = null;

window.addEventListener('click', stopMisplaced, true);

/** Notes that a dialog has closed. The second press of a double click would otherwise act on the page behind it. */
export function noteClosed(): void {
  closing = lastPress();
}

function stopMisplaced(event: MouseEvent): void {
  const press = lastPress();
  if (event.detail < 2 || !closing || !press?.isRepeat || press.at - closing.at > REPEAT_MS) return;
  event.preventDefault();
  event.stopPropagation();
}
