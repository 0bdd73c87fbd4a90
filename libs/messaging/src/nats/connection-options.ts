import { credsAuthenticator, type ConnectionOptions } from '@nats-io/transport-node';
import { readFile } from 'node:fs/promises';

/** Between two attempts to reach a server: low, so that everybody is back within two seconds of it. */
export const RETRY_MS = 250;

/**
 * Reads the addresses and credentials in a NATS_URL. The client itself ignores credentials in a URL.
 * Throws an error that shows no part of the URL, since it may hold a password.
 */
export async function connectionOptions(
  url: string,
  { name, credentialsFile }: { name?: string; credentialsFile?: string | null },
): Promise<ConnectionOptions> {
  const servers = url.split(',').map((server) => parseServer(server.trim()));
  const [first] = servers;
  if (!first) throw new Error('NATS_URL names no server');
  const [user, pass] = [decodeURIComponent(first.username), decodeURIComponent(first.password)];
  return {
    servers: servers.map(({ host }) => host),
    name,
    ...(first.protocol === 'tls:' && { tls: {} }),
    ...(user && (pass ? { user, pass } : { token: user })),
    ...(credentialsFile && { authenticator: credsAuthenticator(await readFile(credentialsFile)) }),
    timeout: 2000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    reconnectJitter: RETRY_MS / 5,
    reconnectJitterTLS: RETRY_MS / 5,
    // Somebody may be putting the credentials right on the server's side; until then it is as if it were down.
    ignoreAuthErrorAbort: true,
    // A server that is frozen or cut off is noticed within six seconds; by default it takes six minutes.
    pingInterval: 2000,
    maxPingOut: 2,
    noAsyncTraces: true,
  };
}

function parseServer(server: string): URL {
  const address = server.includes('://') ? server : `nats://${server}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.host || !['nats:', 'tls:'].includes(url.protocol)) {
    throw new Error('NATS_URL must be addresses such as nats://user:password@host:4222, by commas');
  }
  return url;
}
