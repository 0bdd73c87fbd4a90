import { Inject, Injectable } from '@nestjs/common';
import { SIGNED_URL_SECONDS } from '@outlay/contracts';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';

export interface SignedUrlSession {
  readonly userId: string;
  readonly tokenVersion: number;
}

const SIGNATURE = /^(?<expires>\d{10})\.(?<version>\d{1,9})\.(?<user>.{1,100})\.(?<mac>[\w-]{43})$/;

@Injectable()
export class SignedUrls {
  /** Derived, so that a session token never verifies as a signed URL or the reverse. */
  private readonly key: Buffer;

  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {
    this.key = Buffer.from(hkdfSync('sha256', ports.jwtSecret, '', 'outlay signed urls', 32));
  }

  sign(path: string, { userId, tokenVersion }: SignedUrlSession): string {
    const expires = this.nowSeconds() + SIGNED_URL_SECONDS;
    const mac = this.mac(path, expires, tokenVersion, userId);
    return `${path}?signature=${encodeURIComponent(`${expires}.${tokenVersion}.${userId}.${mac}`)}`;
  }

  verify(path: string, signature: unknown): SignedUrlSession | null {
    const { expires, version, user, mac } = SIGNATURE.exec(String(signature))?.groups ?? {};
    if (user === undefined || mac === undefined || Number(expires) <= this.nowSeconds()) return null;
    const tokenVersion = Number(version);
    const expected = this.mac(path, Number(expires), tokenVersion, user);
    // Compared as text, because two spellings of the last base64 letter decode to the same bytes.
    return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? { userId: user, tokenVersion } : null;
  }

  private mac(...parts: [path: string, expires: number, tokenVersion: number, userId: string]): string {
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest('base64url');
  }

  private nowSeconds(): number {
    return Math.floor(this.ports.clock.now().getTime() / 1000);
  }
}
