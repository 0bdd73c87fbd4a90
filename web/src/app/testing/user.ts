import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

const places = new WeakMap<Element, number>();
let last = 0;

/** jsdom has no layout: a click on each element happens at a place of its own, as on a screen. */
export function setUpUser() {
  endEarlierPresses();
  const user = userEvent.setup({ delay: null });
  const placeOf = (element: Element) => {
    const place = places.get(element) ?? (last += 100);
    places.set(element, place);
    return place;
  };
  const clickAt = (target: Element, clientX: number) => {
    const where = { target, coords: { clientX } };
    return user.pointer([where, { ...where, keys: '[MouseLeft]' }]);
  };
  return {
    ...user,
    click: (target: Element) => clickAt(target, placeOf(target)),
    /** Clicks after the pointer has moved, so that it is no double click. */
    clickBeside: (target: Element) => clickAt(target, placeOf(target) + 50),
  };
}

/** Ends presses of the test before, which could count as the beginning of a double press. */
function endEarlierPresses() {
  fireEvent(document.body, new MouseEvent('pointerdown', { bubbles: true, clientX: -1000 }));
  fireEvent.keyDown(document.body, { key: 'Shift' });
}

/** The second click of a double click that began elsewhere. jsdom has no PointerEvent. */
export function endDoubleClick(target: Element) {
  fireEvent(target, new MouseEvent('pointerdown', { bubbles: true }));
  fireEvent.click(target, { detail: 2 });
}
