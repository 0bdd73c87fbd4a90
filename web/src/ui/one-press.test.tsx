import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { noteClosed } from './misplaced-press';
import { isRepeatedKey, onePress } from './one-press';

let decided: string[];
let now = 0;
beforeEach(() => {
  decided = [];
  now += 10_000;
});
afterEach(cleanup);

/** Shows claims like the details, in which one button serves claim after claim and moves on at each decision. */
function show(...claims: readonly string[]) {
  const [claim = 'none', ...others] = claims;
  const decide = () => {
    decided.push(claim);
    view.rerender(<ClaimButton claim={others[0] ?? 'none'} onDecide={() => decided.push(others[0] ?? 'none')} />);
  };
  const view = render(<ClaimButton claim={claim} onDecide={decide} />);
  return { button: screen.getByRole('button'), view };
}

function ClaimButton({ claim, onDecide }: { claim: string; onDecide: () => void }) {
  return <button {...onePress(`approve ${claim}`, onDecide)}>Approve</button>;
}

function at<E extends Event>(event: E): E {
  return Object.defineProperty(event, 'timeStamp', { value: now });
}
/** jsdom has no PointerEvent. */
function down(button: Element, x = 0) {
  fireEvent(button, at(new MouseEvent('pointerdown', { bubbles: true, clientX: x })));
}
function press(button: Element, { detail = 1, x = 0 } = {}) {
  down(button, x);
  fireEvent.click(button, { detail });
}

describe('a second press', () => {
  test.each([120, 200, 300, 450, 500])('at the same place %i ms later decides nothing', (gap) => {
    for (const detail of [1, 2]) {
      const { button, view } = show('A', 'B');
      press(button);
      now += gap;
      press(button, { detail, x: 5 });
      expect(decided).toEqual(['A']);
      view.unmount();
      decided = [];
      now += 10_000;
    }
  });

  test('of a series of clicks decides nothing either, however long it goes on', () => {
    const { button } = show('A', 'B');
    for (let clicks = 0; clicks < 9; clicks += 1) {
      press(button);
      now += 500;
    }
    expect(decided).toEqual(['A']);
  });

  test('at another place decides at once', () => {
    const { button } = show('A', 'B');
    press(button);
    press(button, { x: 64 });
    expect(decided).toEqual(['A', 'B']);
  });

  test('at the same place decides after the time of a double click', () => {
    const { button } = show('A', 'B');
    press(button);
    now += 700;
    press(button);
    expect(decided).toEqual(['A', 'B']);
  });

  test('that the system counts as part of a double click decides nothing, however slow', () => {
    const { button } = show('A', 'B');
    press(button);
    now += 900;
    press(button, { detail: 2 });
    expect(decided).toEqual(['A']);
  });
});

test('a press that began on another claim decides nothing', () => {
  const { button, view } = show('A');
  down(button);
  view.rerender(<ClaimButton claim="B" onDecide={() => decided.push('B')} />);
  fireEvent.click(button, { detail: 1 });
  expect(decided).toEqual([]);
});

describe('the keyboard and assistive technology', () => {
  const keyDown = (target: Element, key: string, repeat = false) =>
    fireEvent(target, at(createEvent.keyDown(target, { key, repeat })));

  test('decide with each click', () => {
    const { button } = show('A', 'B');
    press(button);
    fireEvent.click(button, { detail: 0 });
    expect(decided).toEqual(['A', 'B']);
  });

  test.each(['Enter', ' '])('a held %j clicks a button once', (key) => {
    const { button } = show('A', 'B');
    expect(keyDown(button, key)).toBe(true);
    expect(isRepeatedKey()).toBe(false);
    now += 1000;
    expect(keyDown(button, key, true)).toBe(false);
    expect(isRepeatedKey()).toBe(true);
  });

  test('a key pressed twice as in a double click counts once; another key, or a later press, counts', () => {
    const { button } = show('A', 'B');
    keyDown(button, 'Enter');
    now += 300;
    expect(keyDown(button, 'Enter')).toBe(false);
    expect(keyDown(button, 'Tab')).toBe(true);
    expect(keyDown(button, 'Enter')).toBe(true);
    now += 700;
    expect(keyDown(button, 'Enter')).toBe(true);
  });

  test('a key right after a click that decided counts as its repetition', () => {
    const { button } = show('A', 'B');
    press(button);
    now += 100;
    keyDown(document.body, 'a');
    expect(isRepeatedKey()).toBe(true);
    now += 700;
    keyDown(document.body, 'a');
    expect(isRepeatedKey()).toBe(false);
  });

  test('a held key keeps its meaning elsewhere', () => {
    const { button } = show('A', 'B');
    keyDown(button, 'Tab');
    expect(keyDown(button, 'Tab', true)).toBe(true);
    keyDown(document.body, 'Enter');
    expect(keyDown(document.body, 'Enter', true)).toBe(true);
  });
});

describe('a press where a dialog has just closed', () => {
  test.each([
    ['as the second of a double click does nothing', 300, 5, 2, []],
    ['later than a double click counts', 700, 0, 2, ['behind']],
    ['at another place counts', 300, 100, 2, ['behind']],
    ['counts unless the system reports a double click', 300, 5, 1, ['behind']],
  ])('%s', (_name, gap, x, detail, expected) => {
    render(
      <>
        <button onClick={noteClosed}>Close</button>
        <button onClick={() => decided.push('behind')}>Behind</button>
      </>,
    );
    press(screen.getByRole('button', { name: 'Close' }));
    now += gap;
    press(screen.getByRole('button', { name: 'Behind' }), { detail, x });
    expect(decided).toEqual(expected);
  });
});
