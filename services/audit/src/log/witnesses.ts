import { Logger } from '@nestjs/common';
import { cosignedSize } from '@outlay/telemetry';
import { parseNote, type Checkpoint, type HashReader } from '@outlay/transparency-log';
import { WitnessClient, type Witness } from './witness-client.js';

const RETRY_AFTER_MS = 10_000;

export interface Cosignature {
  /** The text of the checkpoint. */
  readonly text: string;
  readonly line: string;
}

interface Asked {
  readonly client: WitnessClient;
  isAsking: boolean;
  /** Leaves of the checkpoint that it has cosigned last. */
  size: number;
  retryAt: number;
  failure: string | null;
}

/** Asks the witnesses in the background, so that none holds up the log. */
export class Witnesses {
  private readonly logger = new Logger('AuditLog');
  private readonly asked: readonly Asked[];
  private cosignatures: Cosignature[] = [];

  constructor(
    witnesses: readonly Witness[],
    private readonly retryAfterMs = RETRY_AFTER_MS,
  ) {
    this.asked = witnesses.map((witness) => {
      const client = new WitnessClient(witness);
      cosignedSize.set({ witness: client.name }, 0);
      return { client, isAsking: false, size: 0, retryAt: -Infinity, failure: null };
    });
  }

  /** @param note the checkpoint as the log has signed it */
  ask(checkpoint: Checkpoint, note: string, hashAt: HashReader): void {
    for (const witness of this.asked) {
      const isDue = !witness.isAsking && witness.size < checkpoint.size && performance.now() >= witness.retryAt;
      if (isDue) void this.askOne(witness, checkpoint, note, hashAt);
    }
  }

  /** The cosignatures that have arrived since the last call. */
  takeCosignatures(): Cosignature[] {
    return this.cosignatures.splice(0);
  }

  private async askOne(witness: Asked, checkpoint: Checkpoint, note: string, hashAt: HashReader): Promise<void> {
    const { name } = witness.client;
    witness.isAsking = true;
    try {
      const line = await witness.client.cosign(checkpoint, note, hashAt);
      this.cosignatures.push({ text: parseNote(note).text, line });
      witness.size = checkpoint.size;
      cosignedSize.set({ witness: name }, checkpoint.size);
      if (witness.failure !== null) this.logger.log(`The witness ${name} cosigns again`);
      witness.failure = null;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      if (failure !== witness.failure) this.logger.warn(`The witness ${name} does not cosign: ${failure}`);
      witness.failure = failure;
      witness.retryAt = performance.now() + this.retryAfterMs;
    } finally {
      witness.isAsking = false;
    }
  }
}
