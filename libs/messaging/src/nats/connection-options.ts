import { credsAuthenticator, type ConnectionOptions } from '@nats-io/transport-node';
import type { MessagingOptions, NatsAccess } from '../messaging.js';

/** The interval between connection attempts; short, so that processes are back within two seconds of the server. */
export const RETRY_MS = 250;

/** How often a connection is checked; it is considered lost after two unanswered checks. */
const PING_INTERVAL_MS = 2000;

/** The client ignores credentials in a URL. Errors omit the URL, because it may contain a password. */
export function connectionOptions(
  url: string,
  { name, access = {}, inboxPrefix, pingIntervalMs = PING_INTERVAL_MS }: MessagingOptions,
): ConnectionOptions {
  const servers = url.split(',').map((server) => parseServer(server.trim()));
  const [first] = servers;
  if (!first) throw new Error('NATS_URL names no server');
  return {
    servers: servers.map(({ host }) => host),
    name,
    ...(inboxPrefix !== undefined && { inboxPrefix }),
    ...encryption(first, access),
    ...login(first, access),
    timeout: 2000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    reconnectJitter: RETRY_MS / 5,
    reconnectJitterTLS: RETRY_MS / 5,
    // Wrong credentials count as an outage, because they may be corrected on the server.
    ignoreAuthErrorAbort: true,
    // Detects a frozen or unreachable server within six seconds instead of six minutes.
    pingInterval: pingIntervalMs,
    maxPingOut: 2,
    noAsyncTraces: true,
  };
}

/** With options for TLS, the client refuses a server that does not encrypt. */
function encryption({ protocol }: URL, { authority, certificate, key }: NatsAccess): ConnectionOptions {
  if (!certificate !== !key) throw new Error('NATS_CERT and NATS_KEY need each other');
  if (protocol !== 'tls:' && !authority && !certificate) return {};
  return { tls: { ...(authority && { ca: authority }), ...(certificate && key && { cert: certificate, key }) } };
}

function login({ username, password }: URL, access: NatsAccess): ConnectionOptions {
  if (access.credentials) return { authenticator: credsAuthenticator(Buffer.from(access.credentials)) };
  const user = access.user ?? decodeURIComponent(username);
  const pass = access.password ?? decodeURIComponent(password);
  if (!user && pass) throw new Error('NATS_PASSWORD needs NATS_USER');
  if (!user) return {};
  return pass ? { user, pass } : { token: user };
}

function parseServer(server: string): URL {
  const address = server.includes('://') ? server : `nats://${server}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.host || !['nats:', 'tls:'].includes(url.protocol)) {
    throw new Error('NATS_URL must be addresses such as nats://user:password@host:4222, by commas');
  }
  return url;
}
