import { screen } from '@testing-library/react';

const PAGE = `
  <p>text <b style="visibility: hidden">b <i style="visibility: visible">i</i></b></p>
  <div style="display: none; opacity: 0.5"><button>in a hidden part</button></div>
  <section hidden><span>text</span></section>
  <dialog>closed</dialog><dialog open style="width: 20px">open</dialog>
  <details><summary>more</summary><p>text</p></details>
  <ul style="pointer-events: none"><li>one<ol><li style="pointer-events: all"><a href="#">link</a></li></ol></li></ul>
  <table><caption>c</caption><thead><tr><th>h</th></tr></thead><tbody><tr><td>d</td></tr></tbody></table>
  <form><fieldset><legend>l</legend><label>n <input></label>
    <input type="hidden"><input type="checkbox"><input type="color"><input type="color" list="colours"><input type="search">
    <select><optgroup><option>o</option></optgroup></select><textarea dir="auto"></textarea><output></output>
  </fieldset></form>
  <meter></meter><progress></progress><template></template><script type="text/plain"></script>
  <svg style="overflow: hidden"><path d=""></path></svg><img alt="" style="position: fixed; clip: rect(0, 0, 0, 0)">`;
const PROPERTIES = [
  ...['display', 'visibility', 'pointer-events', 'opacity', 'overflow', 'position', 'clip', 'clip-path'],
  ...['content-visibility', 'width', 'height', 'direction', 'color', 'margin-top', 'font-weight'],
];

const stylesOf = (element: Element) => {
  const style = window.getComputedStyle(element);
  return [element.outerHTML, style.display, style.visibility, style.pointerEvents].concat(
    PROPERTIES.map((property) => `${property}: ${style.getPropertyValue(property)}`),
  );
};

afterEach(() => document.body.replaceChildren());

it('computes the styles that jsdom computes', () => {
  document.body.innerHTML = PAGE;
  const elements = [...document.querySelectorAll('body *')];
  const found = elements.map(stylesOf);
  // With another style sheet, jsdom itself computes them.
  document.head.append(document.createElement('style'));
  expect(document.styleSheets).toHaveLength(1);
  expect(found).toEqual(elements.map(stylesOf));
  document.head.replaceChildren();
});

it.each([
  ['a style', '<div style="display: none"><button>Pay</button></div>'],
  ['an inherited style', '<div style="visibility: hidden"><p><button>Pay</button></p></div>'],
  ['an attribute', '<div hidden><button>Pay</button></div>'],
  ['a closed dialog', '<dialog><button>Pay</button></dialog>'],
  ['a style sheet', '<style>.later { display: none }</style><div class="later"><button>Pay</button></div>'],
])('keeps from assistive technology what %s hides', (_, html) => {
  document.body.innerHTML = html;
  expect(screen.queryByRole('button')).toBeNull();
  document.body.replaceChildren(screen.getByRole('button', { hidden: true }));
  expect(screen.queryByRole('button', { name: 'Pay' })).not.toBeNull();
});

it('notices when an element is hidden and shown again', () => {
  document.body.innerHTML = '<div><button>Pay</button></div>';
  const [part] = document.body.children;
  const shown = () => screen.queryAllByRole('button').length;
  part?.setAttribute('hidden', '');
  expect(shown()).toBe(0);
  part?.removeAttribute('hidden');
  expect(shown()).toBe(1);
  part?.setAttribute('style', 'visibility: hidden');
  expect(shown()).toBe(0);
});

it('finds the controls of labels', () => {
  document.body.innerHTML = `
    <label for="a">A</label><input id="a"><label>B <button>b</button><input></label>
    <label for="none">C</label><input type="hidden"><label for="a">D</label><input id="a"><select></select>`;
  const labels = [...document.querySelectorAll<HTMLInputElement>('input, button, select')].map(
    ({ labels }) => labels && [...labels].map(({ textContent }) => textContent.trim()),
  );
  expect(labels).toEqual([['A', 'D'], ['B b'], [], null, [], []]);
});

it('shows the page in the last message of a search that finds nothing', async () => {
  document.body.innerHTML = '<p>No claims</p>';
  const nothing = /Unable to find[^]*No claims/;
  expect(() => screen.getByRole('button')).toThrow(nothing);
  await expect(screen.findByRole('button', {}, { timeout: 1 })).rejects.toThrow(nothing);
});
