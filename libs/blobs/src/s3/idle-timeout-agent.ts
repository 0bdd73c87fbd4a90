import * as http from 'node:http';
import * as https from 'node:https';
import { Socket } from 'node:net';

/**
 * An agent whose connections fail after a silence of `idleMs`, because the S3 client has no timeout of its own. Unused
 * connections close then too, before the server closes them and a request on them is lost.
 */
export function idleTimeoutAgent(useSSL: boolean, idleMs: number): http.Agent {
  const agent = new (useSSL ? https : http).Agent({ keepAlive: true, timeout: idleMs });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    if (socket instanceof Socket) {
      socket.on('timeout', () => socket.destroy(new Error(`no data for ${socket.timeout} ms`)));
    }
    return socket;
  };
  return agent;
}
