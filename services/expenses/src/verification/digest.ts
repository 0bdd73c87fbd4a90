import { hash } from 'node:crypto';

/** A digest of what a finding found in its place. */
export function digestOf(...parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
