import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { OutlayError, requireAccess, routePath, type Route } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import '../requests/request-session.js';
import { routeOf } from '../requests/served-route.js';
import { AuditTokens } from './audit-tokens.js';
import { SessionTokens } from './session-tokens.js';
import { Sessions, type Session } from './sessions.js';
import { SignedUrls } from './signed-urls.js';

/** Of a reply that goes on. */
const CHECK_EVERY_MS = 500;

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly sessions: Sessions,
    private readonly signedUrls: SignedUrls,
    private readonly auditTokens: AuditTokens,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = routeOf(execution.getHandler());
    if (route === undefined) throw new OutlayError('FORBIDDEN', 'Access denied.');
    if (route.access === 'public') return true;

    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { actor, tokenVersion } = await this.admit(route, request, reply);
    request.actor = actor;
    request.tokenVersion = tokenVersion;
    let checkedAt = this.now();
    request.checkAccess = async () => {
      if (this.now() < checkedAt + CHECK_EVERY_MS) return;
      await this.admit(route, request, reply);
      checkedAt = this.now();
    };
    return true;
  }

  private async admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const session = await this.authenticate(route, request, reply);
    requireAccess(session.actor, route);
    return session;
  }

  private now(): number {
    return this.ports.clock.now().getTime();
  }

  private async authenticate(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const token = await this.auditTokens.load(request.headers.authorization, request.id);
    if (token) return { actor: token, tokenVersion: null };
    const { signature } = request.query as { signature?: unknown };
    if (!route.signedUrl || signature === undefined || request.headers.authorization !== undefined) {
      const { sub, ver } = await this.tokens.verify(request, reply);
      return this.sessions.load(sub, ver, request.id);
    }
    const path = routePath(route, request.params as Record<string, string>);
    const signer = this.signedUrls.verify(path, signature);
    if (!signer) throw new OutlayError('UNAUTHENTICATED', 'This link has expired. Please open the file again.');
    return this.sessions.load(signer.userId, signer.tokenVersion, request.id);
  }
}
