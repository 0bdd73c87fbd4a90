import { Controller } from '@nestjs/common';
import {
  findPaymentCheckpoint,
  findTile,
  PAYMENT_PREFIX,
  proveConsistency,
  proveInclusion,
  readCheckpoint,
  readKeyChanges,
  requireTrailReader,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { LogBuilder } from '../log/log-builder.js';
import { LogProofs } from '../log/log-proofs.js';

@Controller()
export class AuditLogController {
  constructor(
    private readonly proofs: LogProofs,
    private readonly builder: LogBuilder,
  ) {}

  @Handles(readCheckpoint)
  async checkpoint(_request: RequestOf<typeof readCheckpoint>, context: MessageContext) {
    requireTrailReader(context);
    const checkpoint = await this.proofs.checkpoint();
    const { publicKey } = await this.proofs.fixedCheckpoint();
    return { checkpoint, publicKey };
  }

  @Handles(readKeyChanges)
  async keyChanges(_request: RequestOf<typeof readKeyChanges>, context: MessageContext) {
    requireTrailReader(context);
    return { changes: await this.proofs.keyChanges() };
  }

  @Handles(findTile)
  async tile({ path }: RequestOf<typeof findTile>, context: MessageContext) {
    requireTrailReader(context);
    return this.proofs.tile(path);
  }

  @Handles(findPaymentCheckpoint)
  async paymentCheckpoint({ paymentId }: RequestOf<typeof findPaymentCheckpoint>) {
    const found = await this.proofs.firstCheckpointOf(PAYMENT_PREFIX + paymentId);
    if (found.checkpoint === null) this.builder.hurry();
    return found;
  }

  @Handles(proveInclusion)
  async inclusion({ stream, revision, size }: RequestOf<typeof proveInclusion>, context: MessageContext) {
    requireTrailReader(context);
    const { hashes, ...proof } = await this.proofs.inclusion(stream, revision, size);
    return { ...proof, hashes: hashes.map(base64) };
  }

  @Handles(proveConsistency)
  async consistency({ from, to }: RequestOf<typeof proveConsistency>, context: MessageContext) {
    requireTrailReader(context);
    const { hashes, ...proof } = await this.proofs.consistency(from, to);
    return { ...proof, hashes: hashes.map(base64) };
  }
}

function base64(hash: Buffer): string {
  return hash.toString('base64');
}
