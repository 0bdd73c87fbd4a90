import * as http from 'node:http';
import * as https from 'node:https';
import { Socket } from 'node:net';

/** A server that says and takes nothing for so long is down. */
const SILENCE_MS = 2500;

/**
 * Connections that end with an error after a silence: the S3 client has no time limit of its own. Those that lie idle end
 * as well, before the server closes them and a request is sent into the void.
 */
export function impatientAgent(useSSL: boolean): http.Agent {
  const agent = new (useSSL ? https : http).Agent({ keepAlive: true, timeout: SILENCE_MS });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    if (socket instanceof Socket) {
      socket.on('timeout', () => socket.destroy(new Error(`silence for ${socket.timeout} ms`)));
    }
    return socket;
  };
  return agent;
}
