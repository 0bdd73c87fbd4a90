import { Inject, Injectable } from '@nestjs/common';
import { SIGNED_URL_SECONDS } from '@outlay/contracts';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports.js';

/** Whose session a signed URL stands for. */
export interface SignedFor {
  readonly userId: string;
  readonly tokenVersion: number;
}

const SIGNATURE = /^(?<expires>\d{10})\.(?<version>\d{1,9})\.(?<user>.{1,100})\.(?<mac>[\w-]{43})$/;

/** Signs paths of files for one user and two minutes, and knows its own signatures again. */
@Injectable()
export class SignedUrls {
  /** Not the key of the sessions, so that neither kind can ever pass for the other. */
  private readonly key: Buffer;

  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {
    this.key = Buffer.from(hkdfSync('sha256', ports.jwtSecret, '', 'outlay signed urls', 32));
  }

  /** The path with what lets in for the next SIGNED_URL_SECONDS. */
  sign(path: string, { userId, tokenVersion }: SignedFor): string {
    const expires = this.nowSeconds() + SIGNED_URL_SECONDS;
    const mac = this.mac(path, expires, tokenVersion, userId);
    return `${path}?signature=${encodeURIComponent(`${expires}.${tokenVersion}.${userId}.${mac}`)}`;
  }

  /** Whom a signature lets in to this path; null for any that was not made for it here, or is too old. */
  verify(path: string, signature: unknown): SignedFor | null {
    const { expires, version, user, mac } = SIGNATURE.exec(String(signature))?.groups ?? {};
    if (user === undefined || mac === undefined || Number(expires) <= this.nowSeconds()) return null;
    const tokenVersion = Number(version);
    const genuine = this.mac(path, Number(expires), tokenVersion, user);
    // As text: decoded, two spellings of the last letter would be the same bytes.
    return timingSafeEqual(Buffer.from(mac), Buffer.from(genuine)) ? { userId: user, tokenVersion } : null;
  }

  private mac(...parts: [path: string, expires: number, tokenVersion: number, userId: string]): string {
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest('base64url');
  }

  private nowSeconds(): number {
    return Math.floor(this.ports.clock.now().getTime() / 1000);
  }
}
