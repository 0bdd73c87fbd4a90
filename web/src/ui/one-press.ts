import type { MouseEvent } from 'react';

/** The time is longer than a double click by the default of any system, 500 ms. */
export const REPEAT_MS = 600;
/** CSS pixels: a hand moves less between two clicks, and the same button of the next row is farther away. */
const NEAR = 24;
const SUBJECT = 'data-decides';

interface Press {
  readonly isRepeat: boolean;
  readonly at: number;
}

export interface PointerPress extends Press {
  readonly x: number;
  readonly y: number;
  /** The subject under the pointer when it went down; by the click, the button may belong to another claim. */
  readonly subject: string | null;
}

interface KeyPress extends Press {
  /** The key with its modifiers, which make it another key. */
  readonly chord: string;
  readonly target: EventTarget | null;
}

let pointer: PointerPress | null = null;
let key: KeyPress | null = null;

window.addEventListener('pointerdown', notePointer, true);
window.addEventListener('keydown', noteKey, true);

function subjectOf(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest(`[${SUBJECT}]`)?.getAttribute(SUBJECT) ?? null) : null;
}

function notePointer({ timeStamp: at, clientX: x, clientY: y, button, target }: PointerEvent) {
  if (button !== 0) return;
  const isRepeat = pointer !== null && at - pointer.at <= REPEAT_MS && Math.hypot(x - pointer.x, y - pointer.y) < NEAR;
  pointer = { at, x, y, isRepeat, subject: subjectOf(target) };
}

function noteKey(event: KeyboardEvent) {
  const { timeStamp: at, target, ctrlKey, altKey, metaKey, shiftKey } = event;
  const chord = [ctrlKey, altKey, metaKey, shiftKey, event.key].join(' ');
  const isSoon = (press: Press | null) => press !== null && at - press.at <= REPEAT_MS;
  const isSame = key !== null && key.chord === chord && key.target === target && isSoon(key);
  const followsClick = pointer !== null && pointer.subject !== null && isSoon(pointer);
  key = { at, chord, target, isRepeat: event.repeat || isSame || followsClick };
  // A repeated key would click the button.
  if (key.isRepeat && (event.key === 'Enter' || event.key === ' ') && subjectOf(target) !== null)
    event.preventDefault();
}

/** True for a key that is held, pressed again as in a double click, or pressed that soon after a click that decided. */
export function isRepeatedKey(): boolean {
  return key?.isRepeat ?? false;
}

/** The latest press of a pointer. */
export const lastPress = () => pointer;

function isOnePress({ detail }: MouseEvent, subject: string): boolean {
  // Clicks without a pointer come from the keyboard or assistive technology.
  if (detail === 0) return true;
  return detail === 1 && (pointer === null || (!pointer.isRepeat && pointer.subject === subject));
}

/**
 * Props of a button that decides something, so that one press decides one thing: a press counts if it began on the same
 * `subject`, and is not the second of a double press, which was meant for the subject before.
 * @param act omitted for a submit button, whose form then stays as it is
 * @param refuse called for a press that does not count, to say so
 */
export function onePress(subject: string, act?: () => void, refuse?: () => void) {
  return {
    [SUBJECT]: subject,
    onClick: (event: MouseEvent) => {
      if (isOnePress(event, subject)) return act?.();
      event.preventDefault();
      refuse?.();
    },
  };
}
