import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { OutlayError } from '@outlay/contracts';
import { canonicalRole } from '@outlay/rules';
import type { FastifyRequest } from 'fastify';
import { routeOf } from '../routes/route.decorator.js';
import './request-actor.js';
import { Sessions } from './sessions.js';

/** Lets a request through as its contract's `access` says; the contracts are the table of permissions. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly sessions: Sessions) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const access = routeOf(execution.getHandler())?.access;
    if (access === undefined) throw new OutlayError('FORBIDDEN', 'Access denied.');
    if (access === 'public') return true;

    const request = execution.switchToHttp().getRequest<FastifyRequest>();
    const actor = await this.sessions.authenticate(request);
    if (access === 'super_admin' && canonicalRole(actor.role) !== 'super_admin') {
      throw new OutlayError('FORBIDDEN', 'Access denied. Only Super Admins can view admin data.');
    }
    request.actor = actor;
    return true;
  }
}
