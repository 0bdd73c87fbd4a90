import * as http from 'node:http';
import * as https from 'node:https';
import { Socket } from 'node:net';

/** The S3 client has no timeout. Unused connections end first, before the server closes them and loses a request. */
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
