import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { checkSessions, OutlayError, requireAccess, SESSIONS_PAGE } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { Role } from '@outlay/rules';
import { Periodic } from '@outlay/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { inPages } from '../requests/in-pages.js';
import type { Admission } from './request-session.js';
import { AuditTokens } from './audit-tokens.js';
import type { Session } from './sessions.js';

/** How often the callers of open replies are checked again. */
const CHECK_EVERY_MS = 500;
/** A reply ends if its caller could not be checked for so long. */
const UNCHECKED_MS = 10_000;
/** A browser with many tabs has about ten. */
export const OPEN_REPLIES_PER_PERSON = 50;

interface OpenReply extends Admission {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  checkedAt: number;
  phase: 'waits' | 'sends';
  refusal: OutlayError | null;
}

/**
 * Tracks the replies that outlive their handler: waits for events, and streamed bodies. Limits them per person, and
 * ends them when the person loses access. One message checks many sessions.
 */
@Injectable()
export class OpenReplies implements OnApplicationShutdown {
  private readonly logger = new Logger('OpenReplies');
  private readonly open = new Map<FastifyRequest, OpenReply>();
  private readonly checking = new Periodic(
    () => this.check(),
    CHECK_EVERY_MS,
    (error) => this.endUnchecked(error),
  );

  constructor(
    private readonly messages: MessageClient,
    private readonly auditTokens: AuditTokens,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  /**
   * Does nothing for a public route; a reply that waited before may be added again with its body.
   * @throws TOO_MANY_REQUESTS if the person has too many open replies
   */
  add(request: FastifyRequest, reply: FastifyReply, phase: 'waits' | 'sends'): void {
    const { admission } = request;
    if (admission === null || reply.raw.closed) return;
    const known = this.open.get(request);
    if (known) {
      known.phase = phase;
      return;
    }
    if (this.countOf(admission.session.actor.id) >= OPEN_REPLIES_PER_PERSON) throw tooMany();
    const added: OpenReply = { ...admission, request, reply, checkedAt: this.now(), phase, refusal: null };
    this.open.set(request, added);
    request.checkAccess = () => {
      if (added.refusal) throw added.refusal;
    };
    reply.raw.once('close', () => this.remove(request));
    this.checking.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.checking.stop();
  }

  private countOf(personId: string): number {
    return [...this.open.values()].filter(({ session }) => session.actor.id === personId).length;
  }

  private remove(request: FastifyRequest): void {
    this.open.delete(request);
    if (this.open.size === 0) void this.checking.stop();
  }

  private async check(): Promise<void> {
    const open = [...this.open.values()];
    const [roles, tokens] = await Promise.all([this.rolesOf(open), this.refusedTokens(open)]);
    const now = this.now();
    for (const each of open) {
      each.checkedAt = now;
      const { actor, tokenVersion } = each.session;
      const role = tokenVersion === null ? actor.role : roles.get(keyOf(each.session));
      const refusal = tokens.get(each.request.headers.authorization) ?? refusalOf(each, role ?? null, now);
      if (refusal) end(each, refusal);
    }
  }

  private async rolesOf(open: readonly OpenReply[]): Promise<ReadonlyMap<string, Role | null>> {
    const sessions = new Map(
      open.flatMap(({ session }) =>
        session.tokenVersion === null
          ? []
          : [[keyOf(session), { userId: session.actor.id, tokenVersion: session.tokenVersion }]],
      ),
    );
    if (sessions.size === 0) return new Map();
    const context = { actor: null, correlationId: this.ports.ids.uuid() };
    const pages = await inPages([...sessions.values()], SESSIONS_PAGE, (page) =>
      this.messages.call(checkSessions, { sessions: page }, context),
    );
    const roles = pages.flatMap((page) => page.roles);
    return new Map([...sessions.keys()].map((key, at) => [key, roles[at] ?? null]));
  }

  private async refusedTokens(open: readonly OpenReply[]): Promise<ReadonlyMap<string | undefined, OutlayError>> {
    const headers = open
      .filter(({ session }) => session.tokenVersion === null)
      .map(({ request }) => request.headers.authorization);
    const refused = new Map<string | undefined, OutlayError>();
    for (const header of new Set(headers)) {
      await this.auditTokens.load(header, this.ports.ids.uuid()).catch((error: unknown) => {
        if (!(error instanceof OutlayError) || error.code !== 'UNAUTHENTICATED') throw error;
        refused.set(header, error);
      });
    }
    return refused;
  }

  private endUnchecked(error: unknown): void {
    const unchecked = [...this.open.values()].filter(({ checkedAt }) => this.now() >= checkedAt + UNCHECKED_MS);
    if (unchecked.length === 0) return;
    this.logger.warn(`${unchecked.length} open replies end, because their callers cannot be checked: ${String(error)}`);
    const refusal = new OutlayError('SERVICE_UNAVAILABLE', 'Your session cannot be checked. Please try again.');
    for (const each of unchecked) end(each, refusal);
  }

  private now(): number {
    return this.ports.clock.now().getTime();
  }
}

const keyOf = ({ actor, tokenVersion }: Session) => `${tokenVersion} ${actor.id}`;

function refusalOf({ session, route }: OpenReply, role: Role | null, now: number): OutlayError | null {
  if (role === null || now >= (session.endsAt ?? Infinity)) {
    return new OutlayError('UNAUTHENTICATED', 'Your session has ended. Please log in again.');
  }
  try {
    requireAccess({ ...session.actor, role }, route);
    return null;
  } catch (error) {
    if (error instanceof OutlayError) return error;
    throw error;
  }
}

/** A reply that has begun breaks off, so that nobody takes it for a whole one. Otherwise its handler replies with the error. */
function end(open: OpenReply, refusal: OutlayError): void {
  open.refusal = refusal;
  if (open.phase === 'sends') open.reply.raw.destroy();
}

function tooMany(): OutlayError {
  return new OutlayError(
    'TOO_MANY_REQUESTS',
    `You have ${OPEN_REPLIES_PER_PERSON} streams or downloads open. Please close one and try again.`,
  );
}
