import { sign, verify } from 'node:crypto';
import { COSIGNATURE, formatPrivateKey, parsePrivateKey, parsePublicKey } from './note-key.js';
import type { Verifier } from './signed-note.js';
import { signatureLine } from './signed-note.js';

// c2sp.org/tlog-cosignature: a witness states when it saw a checkpoint as the latest of a log that has only grown.

const TIMESTAMP_BYTES = 8;

export interface Cosigner {
  readonly verifier: Verifier;
  /** The public key `name+id+key`, with which a log checks cosignatures. */
  readonly publicKey: string;
  /** The line of its signature. @param text of the checkpoint @param seconds since 1970 */
  readonly cosign: (text: string, seconds: number) => string;
}

/** The private key of a witness as text. @param seed 32 random bytes */
export function cosignerKey(name: string, seed: Buffer): string {
  return formatPrivateKey(name, seed, COSIGNATURE);
}

/** @throws RangeError if the text is no private key of a witness */
export function openCosignerKey(text: string): Cosigner {
  const { key, publicKey, name, keyId } = parsePrivateKey(text, COSIGNATURE);
  return {
    verifier: openWitnessKey(publicKey),
    publicKey,
    cosign: (checkpoint, seconds) => {
      const timestamp = Buffer.alloc(TIMESTAMP_BYTES);
      timestamp.writeBigUInt64BE(BigInt(seconds));
      const signature = Buffer.concat([timestamp, sign(null, cosigned(checkpoint, timestamp), key)]);
      return signatureLine({ name, keyId, signature });
    },
  };
}

/** @throws RangeError if the text is no public key of a witness */
export function openWitnessKey(text: string): Verifier {
  const { name, keyId, key } = parsePublicKey(text, COSIGNATURE);
  return {
    name,
    keyId,
    isSignatureOf: (checkpoint, signature) => {
      if (signature.length <= TIMESTAMP_BYTES) return false;
      const timestamp = signature.subarray(0, TIMESTAMP_BYTES);
      return verify(null, cosigned(checkpoint, timestamp), key, signature.subarray(TIMESTAMP_BYTES));
    },
  };
}

function cosigned(checkpoint: string, timestamp: Buffer): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${timestamp.readBigUInt64BE()}\n${checkpoint}`);
}
