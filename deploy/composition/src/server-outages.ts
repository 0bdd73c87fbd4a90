import { Logger } from '@nestjs/common';

/** Failed checks after which the log says again how many there were; five minutes. */
const COUNTED = 150;

const LONG = 100;

/** Translates the messages of drivers into the words of an operator. */
const MEANINGS: readonly [said: RegExp, meaning: string][] = [
  [/unauthenticated/i, 'it refuses the user or the password'],
  [
    /self.signed cert|unable to (verify|get) [^.]*(certificate|issuer)/i,
    'the authority of its certificate is not known here',
  ],
  [/wrong version number|packet length too long/, 'there is no TLS at the other end'],
  [/Failed to connect$/, 'it ends each connection, as a server with TLS does if the setting has tls=false'],
];
const PREFIX = 'The event store cannot be used: ';
/** The message may contain the path of a source file. */
const OPENSSL = /(?:\w+:)*error:\w+:SSL routines:\w*:([^:]+):\S*/;

interface Outage {
  readonly reason: string;
  readonly checks: number;
}

/** Says once in the log which server cannot be used and why, and counts from then on. */
export class ServerOutages {
  private readonly outages = new Map<string, Outage>();

  constructor(private readonly logger: Pick<Logger, 'warn' | 'log'> = new Logger('Servers')) {}

  /** Settings with the addresses of servers that cannot be used. */
  get missing(): string[] {
    return [...this.outages.keys()].sort();
  }

  /** @param setting the one with the server's address, `url` */
  failed(setting: string, url: string, error: unknown): void {
    const known = this.outages.get(setting);
    const shown = withoutCredentials(reasonOf(error), url);
    const checks = (known?.checks ?? 0) + 1;
    this.outages.set(setting, { reason: shown, checks });
    const server = `${setting} (${hostOf(url)})`;
    if (known?.reason !== shown) this.logger.warn(`${server} does not work: ${shown}`);
    else if (checks % COUNTED === 0) this.logger.warn(`${server} still does not work, after ${checks} checks`);
  }

  works(setting: string, url: string): void {
    const known = this.outages.get(setting);
    if (!known) return;
    this.outages.delete(setting);
    this.logger.log(`${setting} (${hostOf(url)}) works again, after ${known.checks} failed checks`);
  }
}

/** The host with its port; several for a cluster. */
function hostOf(url: string): string {
  return authorityOf(url).replace(/^.*@/, '');
}

/** The reason with its cause, unless the cause is a dump such as OpenSSL's. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const message = error.message.replace(OPENSSL, '$1').trim();
  const meaning = MEANINGS.find(([said]) => said.test(message))?.[1];
  if (meaning) return `${meaning} (${message.replace(PREFIX, '')})`;
  const isTold = !(cause instanceof Error) || error.message.includes(cause.message) || cause.message.length > LONG;
  return isTold ? message : `${message} (${cause.message})`;
}

/** Servers and drivers may repeat what they were given. */
function withoutCredentials(text: string, url: string): string {
  const [, user = '', password = ''] = /^([^:]*):?(.*)@[^@]*$/.exec(authorityOf(url)) ?? [];
  const secrets = [user, password].flatMap((part) => [part, decoded(part)]).filter((part) => part.length > 3);
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function authorityOf(url: string): string {
  return /^[a-z0-9+]+:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
}
