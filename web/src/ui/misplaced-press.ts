import { lastPress, REPEAT_MS, type PointerPress } from './one-press';

/** The press by which a dialog has opened or closed. */
let moving: PointerPress | null = null;

window.addEventListener('click', stopMisplaced, true);

/**
 * Called when a dialog opens or closes: the second press of a double one then meets what was not there for the first, the
 * backdrop of the dialog or what was behind it, and does nothing.
 */
export function noteDialog(): void {
  moving = lastPress();
}

function stopMisplaced(event: MouseEvent): void {
  const press = lastPress();
  // Clicks without a pointer come from the keyboard or assistive technology.
  if (event.detail === 0 || !moving || !press?.isRepeat || press.at - moving.at > REPEAT_MS) return;
  event.preventDefault();
  event.stopPropagation();
  moving = press;
}
