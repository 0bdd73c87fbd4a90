const UNREGISTER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', () => self.registration.unregister());
`;

/** A built client may have left a service worker at this address, which would serve old files. */
export function removeServiceWorker() {
  return {
    name: 'outlay:remove-service-worker',
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', (_, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        response.end(UNREGISTER);
      });
    },
  };
}
