import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  claimFields,
  completeDetails,
  createExpense,
  findAccount,
  fullName,
  ERROR_STATUS,
  OutlayError,
  type Actor,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { cleanText, fitting, normaliseEmail, RECEIPT_MAX_BYTES, receiptTypeOf } from '@outlay/rules';
import { receivedMails } from '@outlay/telemetry';
import { Periodic } from '@outlay/time';
import type { Attachment, ParsedMail } from 'mailparser';
import { hash } from 'node:crypto';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { ReceiptStore } from '../uploads/receipt-store.js';
import { isAuthentic } from './authenticity.js';
import type { MailMark, WaitingMail } from '../ports/mailbox.js';

const EVERY_MS = 30_000;
const MAX_RECEIPTS = 20;
/** A forwarded message is an attachment of some mail programs, and may have one in turn. */
const MAX_DEPTH = 3;
/** The marks of replies and forwarding before a subject, in the languages of common mail programs. */
const FORWARDED = /^\s*((fwd?|re|aw|wg|tr|rv|i|enc|doorst)\s*:\s*)+/i;

/** Why a mail makes no draft. */
class Refusal extends Error {}

/** Turns the receipts that people send by mail into drafts of theirs. */
@Injectable()
export class MailIntake implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly stop = new AbortController();
  private readonly periodic = new Periodic(
    () => this.visit(),
    EVERY_MS,
    (error) => this.logger.warn(`The mailbox could not be read: ${String(error)}`),
  );

  constructor(
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
    private readonly messages: MessageClient,
    private readonly receipts: ReceiptStore,
  ) {}

  onApplicationBootstrap(): void {
    // The first mail is an increase only from a zero that was there before.
    for (const outcome of ['draft', 'refused']) receivedMails.inc({ outcome }, 0);
    if (!this.ports.mail) return;
    this.periodic.start();
    void this.periodic.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.periodic.stop();
  }

  /** @throws if the mailbox cannot be used */
  async visit(): Promise<void> {
    await this.ports.mail?.mailbox.visit((mail) => this.take(mail), this.stop.signal);
  }

  private async take({ source }: WaitingMail): Promise<MailMark | null> {
    try {
      if (source === null) throw new Refusal('it is too long');
      await this.makeDrafts(source);
      receivedMails.inc({ outcome: 'draft' });
      return '$OutlayDraft';
    } catch (error) {
      if (isTemporary(error)) {
        this.logger.warn(`A mail waits: ${error.message}`);
        return null;
      }
      // The sender's words are not in the log.
      const reason = error instanceof Refusal || error instanceof OutlayError ? error.message : String(error);
      this.logger.warn(`A mail makes no draft: ${reason}`);
      receivedMails.inc({ outcome: 'refused' });
      return '$OutlayRefused';
    }
  }

  private async makeDrafts(source: Buffer): Promise<void> {
    const mail = await parse(source);
    const correlationId = `mail-${hash('sha256', mail.messageId ?? source).slice(0, 32)}`;
    const actor = await this.senderOf(mail, correlationId);
    const receipts = (await receiptsOf(mail)).slice(0, MAX_RECEIPTS);
    if (receipts.length === 0) throw new Refusal('it has no receipt');
    const subject = cleanText((mail.subject ?? '').replace(FORWARDED, ''), 'one');
    const justification = fitting(subject, claimFields.justification.max) || null;
    const refused: OutlayError[] = [];
    for (const { content, filename = '' } of receipts) {
      const sender = { id: actor.id, gone: this.stop.signal };
      const receipt = await this.receipts.store({ name: filename, content, sender }).catch((error: unknown) => {
        if (!(error instanceof OutlayError) || isTemporary(error)) throw error;
        refused.push(error);
        return null;
      });
      if (receipt === null) continue;
      // A mail that was not marked, or that was delivered twice, makes no second draft.
      const idempotencyKey = `${correlationId}-${hash('sha256', content).slice(0, 32)}`;
      const claim = { status: 'draft', override: null, today: null, uploaded: null, receipt } as const;
      const details = completeDetails({ justification });
      await this.messages.call(createExpense, { ...claim, details }, { actor, correlationId, idempotencyKey });
    }
    if (refused[0] && refused.length === receipts.length) throw refused[0];
  }

  /** @throws Refusal unless the mail comes from the address of an active account */
  private async senderOf(mail: ParsedMail, correlationId: string): Promise<Actor> {
    const senders = mail.from?.value ?? [];
    const [sender, ...others] = senders;
    const hasOne = mail.headerLines.filter(({ key }) => key === 'from').length === 1 && others.length === 0;
    if (!sender?.address || !hasOne) throw new Refusal('it does not name one sender');
    const email = normaliseEmail(sender.address);
    const { serverId = null } = this.ports.mail ?? {};
    if (serverId !== null && !isAuthentic(authenticationResults(mail), serverId, email)) {
      throw new Refusal('nothing proves that it comes from its sender');
    }
    const { user } = await this.messages.call(findAccount, { email }, { actor: null, correlationId });
    if (user?.status !== 'active') throw new Refusal('its sender has no account');
    const { id, role, reimbursementCurrency } = user;
    return { id, email: user.email, name: fullName(user), role, reimbursementCurrency };
  }
}

/** Nothing was decided about the mail, so that it can be handled again. */
function isTemporary(error: unknown): error is OutlayError {
  return error instanceof OutlayError && ERROR_STATUS[error.code] >= 500;
}

/** The library is loaded with the first mail, since few installations have a mailbox. */
async function parse(source: Buffer): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser');
  return simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
}

function authenticationResults({ headerLines }: ParsedMail): string[] {
  return headerLines
    .filter(({ key }) => key === 'authentication-results')
    .map(({ line }) => line.slice(line.indexOf(':') + 1).replace(/\r?\n/g, ' '));
}

/** Pictures within a text, such as logos, count only where nothing is attached. */
async function receiptsOf(mail: ParsedMail, depth = 0): Promise<Attachment[]> {
  const all = mail.attachments.filter(({ content }) => content.length <= RECEIPT_MAX_BYTES && receiptTypeOf(content));
  const attached = all.filter(({ related }) => !related);
  const forwarded = depth < MAX_DEPTH ? mail.attachments.filter(isMessage) : [];
  const inner = await Promise.all(forwarded.map(async ({ content }) => receiptsOf(await parse(content), depth + 1)));
  const found = [...attached, ...inner.flat()];
  return found.length > 0 ? found : all;
}

function isMessage({ contentType }: Attachment): boolean {
  return contentType === 'message/rfc822';
}
