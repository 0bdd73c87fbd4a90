const EVENT = 'outlay:shown';
const MODULE = 'virtual:outlay-report-updates';
const CLIENT = `
const report = () => import.meta.hot.send('${EVENT}');
import.meta.hot.on('vite:afterUpdate', report);
report();
`;

export function reportUpdates(nameOf) {
  let change = null;
  let server;
  return {
    name: 'outlay:report-updates',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? CLIENT : undefined),
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: `/@id/__x00__${MODULE}` } }],
    hotUpdate({ file, timestamp, modules }) {
      const isShown = this.environment.name === 'client' && modules.length > 0 && server.ws.clients.size > 0;
      if (isShown) change = { file, timestamp };
    },
    configureServer(created) {
      server = created;
      server.ws.on(EVENT, () => {
        if (change) console.log(`client  ${Date.now() - change.timestamp} ms  ${nameOf(change.file)}`);
        change = null;
      });
    },
  };
}
