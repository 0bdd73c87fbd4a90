import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { OutlayError, routePath, type Route } from '@outlay/contracts';
import { canonicalRole } from '@outlay/rules';
import type { FastifyRequest } from 'fastify';
import { routeOf } from '../routes/served-route.js';
import './request-session.js';
import { Sessions, type Session } from './sessions.js';
import { SignedUrls } from './signed-urls.js';

/** Lets a request through as its contract's `access` says; the contracts are the table of permissions. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly signedUrls: SignedUrls,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = routeOf(execution.getHandler());
    if (route === undefined) throw new OutlayError('FORBIDDEN', 'Access denied.');
    if (route.access === 'public') return true;

    const request = execution.switchToHttp().getRequest<FastifyRequest>();
    const { actor, tokenVersion } = await this.openSession(route, request);
    if (route.access === 'super_admin' && canonicalRole(actor.role) !== 'super_admin') {
      throw new OutlayError('FORBIDDEN', 'Access denied. Only Super Admins can view admin data.');
    }
    request.actor = actor;
    request.tokenVersion = tokenVersion;
    return true;
  }

  private openSession(route: Route, request: FastifyRequest): Promise<Session> {
    const { signature } = request.query as { signature?: unknown };
    if (!route.signedUrl || signature === undefined || request.headers.authorization !== undefined) {
      return this.sessions.authenticate(request);
    }
    const path = routePath(route, request.params as Record<string, string>);
    const signedFor = this.signedUrls.verify(path, signature);
    if (!signedFor) throw new OutlayError('UNAUTHENTICATED', 'This link has expired. Please open the file again.');
    return this.sessions.resume(signedFor.userId, signedFor.tokenVersion, request.id);
  }
}
