import type { MailPort } from '../ports/gateway-ports.js';
import type { Mailbox } from '../ports/mailbox.js';

/** Bytes. Base64 makes the largest receipt a third longer, and a message may have two. */
const LONGEST_MAIL = 30 * 1_048_576;
/** A server that is silent for longer is asked again at the next visit. */
const SILENCE_MS = 20_000;

/** A connection that nobody can listen to: one within this machine. */
const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/**
 * A folder of an IMAP server. A visit connects and ends with the connection, so that a lost one mends itself.
 * @param address `imaps://user:password@host:993/Folder`; `imap:` demands STARTTLS except within this machine
 */
export function imapMailbox(address: string): Mailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  const secure = protocol === 'imaps:';
  const folder = decodeURIComponent(pathname.replace('/', '')) || 'INBOX';
  const options = {
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(!secure && !isLoopback(hostname) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  } as const;
  return {
    async visit(handle, stop) {
      const { ImapFlow } = await import('imapflow');
      const client = new ImapFlow(options);
      // The call that the failure ends rejects with it as well.
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.mailboxOpen(folder);
        const waiting = await client.fetchAll({ seen: false }, { uid: true, size: true }, { uid: true });
        for (const { uid, size = Infinity } of waiting.toSorted((a, b) => a.uid - b.uid)) {
          if (stop.aborted) break;
          const range = String(uid);
          const loaded = size <= LONGEST_MAIL && (await client.fetchOne(range, { source: true }, { uid: true }));
          // A message that is gone since needs nothing.
          if (loaded === false && size <= LONGEST_MAIL) continue;
          const mark = await handle({ source: (loaded && loaded.source) || null });
          if (mark !== null) await client.messageFlagsAdd(range, ['\\Seen', mark], { uid: true });
        }
      } finally {
        client.close();
      }
    },
  };
}

/** The mailbox that an installation's settings name; null if they name none. */
export function openMail(setting: { readonly url: string; readonly serverId: string | null } | null): MailPort | null {
  return setting && { mailbox: imapMailbox(setting.url), serverId: setting.serverId };
}
