import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { OutlayError, requireAccess, routePath, type Route } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import './request-session.js';
import { routeOf } from '../requests/served-route.js';
import { AuditTokens } from './audit-tokens.js';
import { OpenReplies } from './open-replies.js';
import { SessionTokens } from './session-tokens.js';
import { Sessions, type Session } from './sessions.js';
import { SignedUrls } from './signed-urls.js';

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly sessions: Sessions,
    private readonly signedUrls: SignedUrls,
    private readonly auditTokens: AuditTokens,
    private readonly openReplies: OpenReplies,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = routeOf(execution.getHandler());
    if (route === undefined) throw new OutlayError('FORBIDDEN', 'Access denied.');
    if (route.access === 'public') return true;

    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const session = await this.authenticate(route, request, reply);
    requireAccess(session.actor, route);
    request.actor = session.actor;
    request.tokenVersion = session.tokenVersion;
    request.admission = { route, session };
    // Opened before the handler runs, because the handler may wait long for the first event.
    if (route.replyType === 'events') this.openReplies.add(request, reply, 'waits');
    return true;
  }

  private async authenticate(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const token = await this.auditTokens.load(request.headers.authorization, request.id);
    if (token) return { actor: token, tokenVersion: null, endsAt: null };
    const { signature } = request.query as { signature?: unknown };
    if (!route.signedUrl || signature === undefined || request.headers.authorization !== undefined) {
      const { sub, ver, exp } = await this.tokens.verify(request, reply);
      return this.sessions.load(sub, ver, request.id, exp * 1000);
    }
    const path = routePath(route, request.params as Record<string, string>);
    const signer = this.signedUrls.verify(path, signature);
    if (!signer) throw new OutlayError('UNAUTHENTICATED', 'This link has expired. Please open the file again.');
    return this.sessions.load(signer.userId, signer.tokenVersion, request.id, null);
  }
}
