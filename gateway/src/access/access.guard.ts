import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { OutlayError, routePath, type Route } from '@outlay/contracts';
import { canonicalRole } from '@outlay/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import '../requests/request-session.js';
import { routeOf } from '../requests/served-route.js';
import { SessionTokens } from './session-tokens.js';
import { Sessions, type Session } from './sessions.js';
import { SignedUrls } from './signed-urls.js';

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly sessions: Sessions,
    private readonly signedUrls: SignedUrls,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = routeOf(execution.getHandler());
    if (route === undefined) throw new OutlayError('FORBIDDEN', 'Access denied.');
    if (route.access === 'public') return true;

    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { actor, tokenVersion } = await this.authenticate(route, request, http.getResponse<FastifyReply>());
    if (route.access === 'super_admin' && canonicalRole(actor.role) !== 'super_admin') {
      throw new OutlayError('FORBIDDEN', 'Access denied. Only Super Admins can view admin data.');
    }
    request.actor = actor;
    request.tokenVersion = tokenVersion;
    return true;
  }

  private async authenticate(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
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
