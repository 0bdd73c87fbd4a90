import { Inject, Injectable } from '@nestjs/common';
import { checkSession, fullName, OutlayError, tokenPayload, type Actor } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyRequest } from 'fastify';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { ExtractJwt, Strategy, type VerifiedCallback } from 'passport-jwt';
import * as z from 'zod/mini';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports.js';

type StrategyRequest = Parameters<Strategy['authenticate']>[0];

/** A user signed in, and the version of their sessions that lets them in. */
export interface Session {
  readonly actor: Actor;
  readonly tokenVersion: number;
}

const claims = z.extend(tokenPayload, { exp: z.number() });

/**
 * Turns a Bearer token into the user behind it, as the auth service knows them now: a deactivated user or a changed
 * password is out on the next call.
 *
 * Runs passport-jwt by itself: Passport keeps named strategies in one registry a process, where a second gateway in
 * the same process would replace the first one's key.
 */
@Injectable()
export class Sessions {
  private readonly strategy: Strategy;

  constructor(
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
    private readonly messages: MessageClient,
  ) {
    // As text the secret would be tried as a public key on every call, which costs more than the check itself. The
    // types of passport-jwt are behind those of jsonwebtoken here.
    const key = createSecretKey(ports.jwtSecret, 'utf8') as KeyObject & Buffer;
    this.strategy = new Strategy(
      {
        secretOrKeyProvider: (_request, _token, done) => done(null, key),
        jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
        algorithms: ['HS256'],
        // Judged below, by the clock of this product.
        ignoreExpiration: true,
        passReqToCallback: true,
      },
      (request: unknown, payload: unknown, done: VerifiedCallback) => {
        this.openSession(payload, (request as FastifyRequest).id).then((session) => done(null, session), done);
      },
    );
  }

  /** Who sent a request. UNAUTHENTICATED without a token that is genuine, unexpired and meant for a session. */
  authenticate(request: FastifyRequest): Promise<Session> {
    return new Promise((resolve, reject) => {
      const attempt = Object.assign(Object.create(this.strategy) as Strategy, {
        success: resolve,
        fail: () => reject(unauthenticated()),
        error: reject,
      });
      // The strategy reads the authorization header, which both kinds of request have.
      attempt.authenticate(request as unknown as StrategyRequest);
    });
  }

  /** The session of a user as they are now. UNAUTHENTICATED once deactivated or since the password changed. */
  async resume(userId: string, tokenVersion: number, correlationId: string): Promise<Session> {
    const context = { actor: null, correlationId };
    const { user } = await this.messages.call(checkSession, { userId, tokenVersion }, context);
    const { id, email, role, reimbursementCurrency } = user;
    return { actor: { id, email, role, reimbursementCurrency, name: fullName(user) }, tokenVersion };
  }

  private async openSession(payload: unknown, correlationId: string): Promise<Session> {
    const token = claims.safeParse(payload);
    if (!token.success || token.data.exp * 1000 <= this.ports.clock.now().getTime()) throw unauthenticated();
    return this.resume(token.data.sub, token.data.ver, correlationId);
  }
}

function unauthenticated(): OutlayError {
  return new OutlayError('UNAUTHENTICATED', 'Authentication failed. Please log in again.');
}
