import { Inject, Injectable } from '@nestjs/common';
import { SIGNED_URL_SECONDS } from '@outlay/contracts';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { acceptedSecrets, GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';

export interface SignedUrlSession {
  readonly userId: string;
  readonly tokenVersion: number;
}

const SIGNATURE = /^(?<expires>\d{10})\.(?<version>\d{1,9})\.(?<user>.{1,100})\.(?<mac>[\w-]{43})$/;

@Injectable()
export class SignedUrls {
  /** Derived, so that a session token never verifies as a signed URL or the reverse. */
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {
    const [signing, ...accepted] = acceptedSecrets(ports);
    this.keys = [keyOf(signing), ...accepted.map(keyOf)];
  }

  sign(path: string, { userId, tokenVersion }: SignedUrlSession): string {
    const expires = this.nowSeconds() + SIGNED_URL_SECONDS;
    const mac = macOf(this.keys[0], path, expires, tokenVersion, userId);
    return `${path}?signature=${encodeURIComponent(`${expires}.${tokenVersion}.${userId}.${mac}`)}`;
  }

  verify(path: string, signature: unknown): SignedUrlSession | null {
    const { expires, version, user, mac } = SIGNATURE.exec(String(signature))?.groups ?? {};
    if (user === undefined || mac === undefined || Number(expires) <= this.nowSeconds()) return null;
    const tokenVersion = Number(version);
    const isGenuine = this.keys.some((key) => {
      const expected = macOf(key, path, Number(expires), tokenVersion, user);
      // Compared as text, because two spellings of the last base64 letter decode to the same bytes.
      return timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
    });
    return isGenuine ? { userId: user, tokenVersion } : null;
  }

  private nowSeconds(): number {
    return Math.floor(this.ports.clock.now().getTime() / 1000);
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'outlay signed urls', 32));
}

function macOf(key: Buffer, ...parts: [path: string, expires: number, tokenVersion: number, userId: string]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}
