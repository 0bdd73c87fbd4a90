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
