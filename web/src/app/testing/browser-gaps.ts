/** What jsdom leaves out, or has twice: fetch and FormData are Node's here, so files and uploads have to be as well. */
export function fillBrowserGaps() {
  const form = new FormData();
  form.set('file', new Blob());
  Object.assign(globalThis, { File: form.get('file')?.constructor });
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
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

/** Encodes a form before jsdom's XMLHttpRequest sees it, which knows no FormData but its own. */
export function sendFormsByXhr() {
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
