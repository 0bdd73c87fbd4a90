import type { Credentials } from '@eventstore/db-client';

const PARTS =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?(?<rest>[^@/?]+.*)$/;
const IS_INSECURE = /[?&]tls=false(&|$)/i;
/** Without TLS the client sends no credentials, but has to be given some (docs/decisions/0010). */
const NOT_SENT: Credentials = { username: 'none', password: 'none' };

/**
 * A connection string in two parts. The client, which prints its string in warnings and errors, gets the one without
 * the password; the credentials go along with each call.
 * Throws `RangeError`, without the string in it, when it is none or its credentials are missing.
 */
export function parseConnectionString(url: string): { address: string; credentials: Credentials } {
  const { discover = '', user, password, rest } = PARTS.exec(url.trim())?.groups ?? {};
  if (!rest) throw new RangeError('The event store’s URL must be like esdb://user:password@host:2113');
  // The last of a parameter counts: an append that is refused must never pass for one that was made.
  const address = `esdb${discover}://${rest}${rest.includes('?') ? '&' : '?'}throwOnAppendFailure=true`;
  if (user && password) {
    return { address, credentials: { username: decodeURIComponent(user), password: decodeURIComponent(password) } };
  }
  if (IS_INSECURE.test(rest)) return { address, credentials: NOT_SENT };
  throw new RangeError('The event store’s URL needs user:password@ before the host, unless it says ?tls=false');
}
