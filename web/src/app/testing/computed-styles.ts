/** Inherited properties that jsdom's style sheet does not set, and their initial values. */
const INHERITED = new Map([
  ['visibility', 'visible'],
  ['pointer-events', 'auto'],
]);
/** Properties that depend only on the element's own style and kind. */
const OWN = new Set([
  'display',
  'opacity',
  'overflow',
  'position',
  'clip',
  'clip-path',
  'content-visibility',
  'width',
  'height',
  'direction',
]);
/** The attributes by which rules of jsdom's style sheet tell kinds of elements apart when they set one of these. */
const OF_KIND = ['hidden', 'open', 'type', 'list'];
const SPELLINGS = new Map([['pointerEvents', 'pointer-events']]);

const computeStyle = window.getComputedStyle;
const defaults = new Map<string, string>();

/**
 * jsdom matches an element with every rule of its own style sheet, and computes a dozen colours, whenever somebody asks for
 * its style. Tests that search by role, click or run axe only need to know whether an element is shown.
 */
export function computeStylesOnDemand() {
  window.getComputedStyle = (element, pseudo) =>
    pseudo || element.ownerDocument.styleSheets.length > 0 ? computeStyle(element, pseudo) : styleOf(element);
}

function styleOf(element: Element): CSSStyleDeclaration {
  let computed: CSSStyleDeclaration | undefined;
  const whole = () => (computed ??= computeStyle(element));
  const getPropertyValue = (property: string) => valueOf(element, property) ?? whole().getPropertyValue(property);
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'getPropertyValue') return getPropertyValue;
      const value = typeof name === 'string' ? valueOf(element, SPELLINGS.get(name) ?? name) : undefined;
      if (value !== undefined) return value;
      const other: unknown = Reflect.get(whole(), name);
      return typeof other === 'function' ? (other.bind(whole()) as unknown) : other;
    },
  });
}

function valueOf(element: Element, property: string): string | undefined {
  if (OWN.has(property)) return inlineValue(element, property) || defaultOf(element, property);
  const initial = INHERITED.get(property);
  if (initial === undefined) return undefined;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = inlineValue(at, property);
    if (value) return value;
  }
  return initial;
}

function inlineValue(element: Element, property: string) {
  return element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(property) : '';
}

function defaultOf(element: Element, property: string) {
  const kind = [property, element.nodeName, ...OF_KIND.map((name) => String(element.getAttribute(name)))].join();
  const known = defaults.get(kind);
  if (known !== undefined) return known;
  const bare = element.cloneNode() as Element;
  bare.removeAttribute('style');
  const value = computeStyle(bare).getPropertyValue(property);
  defaults.set(kind, value);
  return value;
}
