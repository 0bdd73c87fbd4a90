/** APIs that jsdom lacks. File must be Node's, because fetch and FormData are. */
export function addMissingApis() {
  const form = new FormData();
  form.set('file', new Blob());
  Object.assign(globalThis, { File: form.get('file')?.constructor });
  window.scrollTo = () => undefined;
  window.ResizeObserver = class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
  // Without layout, everything is on the screen.
  window.IntersectionObserver = class {
    root = null;
    rootMargin = '';
    scrollMargin = '';
    thresholds = [];
    constructor(private readonly callback: IntersectionObserverCallback) {}
    observe = () => this.callback([{ isIntersecting: true } as IntersectionObserverEntry], this);
    unobserve = () => undefined;
    disconnect = () => undefined;
    takeRecords = () => [];
  };
  Element.prototype.scrollIntoView = () => undefined;
  // jsdom returns null as well, but warns; axe asks in order to find icons in fonts.
  HTMLCanvasElement.prototype.getContext = () => null;
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  URL.createObjectURL = () => 'blob:http://localhost/made-by-a-test';
  URL.revokeObjectURL = () => undefined;
}

const LABELLED = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
];

/** jsdom looks through the page for the control of every label, and does so for each control that is asked for its labels. */
export function findLabelsOnce() {
  for (const { prototype } of LABELLED) {
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLInputElement) {
        if (this.type === 'hidden') return null;
        if (!this.id && !this.closest('label')) return [];
        const root = this.getRootNode() as ParentNode;
        return [...root.querySelectorAll('label')].filter(
          (label) => (label.htmlFor ? label.htmlFor === this.id : label.contains(this)) && label.control === this,
        );
      },
    });
  }
}

/** Encodes forms for jsdom's XMLHttpRequest, which does not accept Node's FormData. */
export function encodeXhrForms() {
  window.XMLHttpRequest = new Proxy(window.XMLHttpRequest, {
    construct(target, args: []) {
      const request: XMLHttpRequest = new target(...args);
      const send = request.send.bind(request);
      request.send = (body) => {
        if (!(body instanceof FormData)) return send(body);
        const encoded = new Response(body);
        request.setRequestHeader('Content-Type', encoded.headers.get('Content-Type') ?? '');
        void encoded.arrayBuffer().then(send);
      };
      return request;
    },
  });
}
