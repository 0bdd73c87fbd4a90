import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SESSION_SECONDS, type TokenPayload } from '@outlay/contracts';
import type { Clock } from '@outlay/time';
import { toUserView, type UserRow } from '../domain/user.rules.js';
import { CLOCK, JWT_SECRET } from '../ports.js';

@Injectable()
export class SessionTokens {
  private readonly jwt: JwtService;

  constructor(
    @Inject(JWT_SECRET) secret: string,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.jwt = new JwtService({ secret, signOptions: { algorithm: 'HS256' } });
  }

  issue(user: UserRow): string {
    const { id, email, role } = toUserView(user);
    const payload: TokenPayload = { sub: id, email, role, ver: user.tokenVersion, use: 'session' };
    const iat = Math.floor(this.clock.now().getTime() / 1000);
    return this.jwt.sign({ ...payload, iat, exp: iat + SESSION_SECONDS });
  }
}
