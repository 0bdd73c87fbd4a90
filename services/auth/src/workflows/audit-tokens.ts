import { Inject, Injectable } from '@nestjs/common';
import {
  AUDIT_SCOPE,
  AUDIT_TOKEN_PREFIX,
  OutlayError,
  type Actor,
  type AuditEntry,
  type AuditTokenView,
  type createAuditToken,
  type listAuditTokens,
  type MessageContext,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import type { Clock, IdSource } from '@outlay/time';
import { createHash } from 'node:crypto';
import { isUsable, type TokenTerms } from '../domain/audit-token.js';
import { tokenHistory } from '../domain/token-history.js';
import { CLOCK, IDS } from '../ports.js';
import { AccessIndexStore } from '../read-models/access-index.store.js';
import { AuditTokenStore, type AuditTokenRow } from '../read-models/audit-token.store.js';
import { AuditTokenStream } from '../stream/audit-token-stream.js';
import { AccessRecorder } from './access-recorder.js';
import { Grants } from './grants.js';

const SECRET_BYTES = 32;
const DAY_MS = 86_400_000;
const LATEST_TOKENS = 100;

/** Creates, checks and revokes audit tokens. A plain SHA-256 of 32 random bytes is enough: it cannot be guessed. */
@Injectable()
export class AuditTokens {
  constructor(
    private readonly stream: AuditTokenStream,
    private readonly store: AuditTokenStore,
    private readonly access: AccessRecorder,
    private readonly index: AccessIndexStore,
    @Inject(Grants) private readonly grants: Pick<Grants, 'isBacked'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  async create(
    { name, expiresInDays }: RequestOf<typeof createAuditToken>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof createAuditToken>> {
    const secret = AUDIT_TOKEN_PREFIX + this.ids.bytes(SECRET_BYTES).toString('base64url');
    const expiresAt =
      expiresInDays === null ? null : new Date(this.clock.now().getTime() + expiresInDays * DAY_MS).toISOString();
    const secretHash = createHash('sha256').update(secret).digest('hex');
    const terms: TokenTerms = { name, scope: AUDIT_SCOPE, secretHash, expiresAt };
    return { secret, auditToken: await this.execute(this.ids.uuid(), { type: 'Create', terms }, context) };
  }

  revoke(id: string, context: MessageContext): Promise<AuditTokenView> {
    return this.execute(id, { type: 'Revoke' }, context);
  }

  async list(limit: number, cursor: string | null): Promise<ReplyOf<typeof listAuditTokens>> {
    const { rows, nextCursor } = await this.store.list(limit, cursor);
    return { auditTokens: await Promise.all(rows.map((row) => this.toView(row))), nextCursor };
  }

  /** @throws UNAUTHENTICATED if it is unknown, expired or revoked, or ended with who made it */
  async use(secretHash: string, context: MessageContext): Promise<Actor> {
    const token = await this.store.findByHash(secretHash);
    if (!token || !isUsable(token, this.clock.now().toISOString()) || !(await this.isBacked(token))) {
      throw new OutlayError('UNAUTHENTICATED', 'This token is not valid: it is unknown, has expired or was revoked.');
    }
    const actor: Actor = {
      id: token._id,
      email: `token “${token.name}”`,
      name: token.name,
      role: 'auditor',
      reimbursementCurrency: 'EUR',
      scope: token.scope,
    };
    await this.access.tokenUsed({ ...context, actor });
    return actor;
  }

  /** The history of the tokens that a person made or revoked, oldest first. */
  async historyOf(userId: string): Promise<AuditEntry[]> {
    const ids = await this.store.idsOf(userId, LATEST_TOKENS);
    const streams = await Promise.all(ids.reverse().map((id) => this.stream.history(id)));
    return streams.flatMap(tokenHistory);
  }

  private async execute(
    id: string,
    command: Parameters<AuditTokenStream['execute']>[1],
    context: MessageContext,
  ): Promise<AuditTokenView> {
    const token = await this.stream.execute(id, command, context);
    await this.store.project(token);
    if (!token.state) throw new OutlayError('NOT_FOUND', 'Token not found');
    return this.toView({ _id: id, ...token.state });
  }

  private async toView({ _id: id, ...row }: Omit<AuditTokenRow, 'revision'>): Promise<AuditTokenView> {
    const { name, createdByEmail, createdAt, expiresAt, revokedAt, revokedByEmail } = row;
    const [lastUsed] = await this.index.latest(id, 1);
    const lastUsedOn = lastUsed?.day ?? null;
    const isBacked = await this.isBacked(row);
    return { id, name, createdByEmail, createdAt, expiresAt, revokedAt, revokedByEmail, isBacked, lastUsedOn };
  }

  private isBacked({ createdById, createdAt }: Pick<AuditTokenRow, 'createdById' | 'createdAt'>): Promise<boolean> {
    return this.grants.isBacked({ madeById: createdById, madeAt: createdAt });
  }
}
