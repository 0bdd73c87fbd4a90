import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, tokenPayload } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSecretKey, type KeyObject } from 'node:crypto';
import passport from 'passport';
import { ExtractJwt, Strategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import * as z from 'zod/mini';
import { acceptedSecrets, GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';

const tokenClaims = z.extend(tokenPayload, { exp: z.number() });
export type TokenClaims = z.infer<typeof tokenClaims>;

/** Each gateway has its own Passport instance, because the default one is process-wide. */
@Injectable()
export class SessionTokens {
  private readonly passport = new passport.Passport();

  /** Tried one after another. */
  private readonly strategies: string[];

  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {
    this.strategies = acceptedSecrets(ports).map((secret, at) => {
      const strategy = new Strategy(strategyOptions(secret), (payload, done) => done(null, this.accept(payload)));
      this.passport.use(`jwt-${at}`, strategy);
      return `jwt-${at}`;
    });
  }

  /** @throws UNAUTHENTICATED unless the token is signed with a key, unexpired and meant for a session */
  verify(request: FastifyRequest, reply: FastifyReply): Promise<TokenClaims> {
    return new Promise((resolve, reject) => {
      const authenticate = this.passport.authenticate(
        this.strategies,
        { session: false },
        (error: unknown, claims: TokenClaims | false) => {
          if (error) reject(error);
          else if (claims) resolve(claims);
          else reject(new OutlayError('UNAUTHENTICATED', 'Authentication failed. Please log in again.'));
        },
      );
      authenticate(request.raw, reply.raw, reject);
    });
  }

  private accept(payload: unknown): TokenClaims | false {
    const claims = tokenClaims.safeParse(payload);
    return claims.success && claims.data.exp * 1000 > this.ports.clock.now().getTime() && claims.data;
  }
}

function strategyOptions(secret: string): StrategyOptionsWithoutRequest {
  // A key object skips jsonwebtoken's slow attempt to read a public key. The types of passport-jwt do not allow it.
  const key = createSecretKey(secret, 'utf8') as KeyObject & Buffer;
  return {
    secretOrKeyProvider: (_request, _token, done) => done(null, key),
    jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
    algorithms: ['HS256'],
    // Expiry is checked against the clock port instead of the system clock.
    ignoreExpiration: true,
  };
}
