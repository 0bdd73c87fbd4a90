import { request } from 'node:http';

const PRODUCT_PATH = /^\/(api|uploads|reports)(\/|\?|$)/;
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** A request waits while the product restarts. */
export function forwardRequests(product, port) {
  return async (incoming, response, next) => {
    if (!PRODUCT_PATH.test(incoming.url)) return next();
    let isSent = false;
    while (!isSent && (await product.isServing())) isSent = await forward(incoming, response, port);
    if (!isSent) refuse(response, 503, 'The product is not running. The terminal shows why.');
  };
}

/** False means nothing was sent, so the request can be sent again. */
function forward(incoming, response, port) {
  return new Promise((resolve) => {
    const { url: path, method } = incoming;
    const headers = withoutConnection(incoming.headers);
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
    let isConnected = false;
    outgoing.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true;
        incoming.pipe(outgoing);
        response.once('close', () => outgoing.destroy());
      }),
    );
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode, withoutConnection(answer.headers));
      answer.pipe(response);
    });
    outgoing.once('error', () => {
      if (response.headersSent) response.destroy();
      else if (isConnected) refuse(response, 502, 'The product ended during the request.');
    });
    outgoing.once('close', () => resolve(isConnected));
  });
}

/** Headers of one connection are not forwarded (RFC 9110, 7.6.1). */
function withoutConnection(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name)));
}

function refuse(response, status, message) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ message }));
}
