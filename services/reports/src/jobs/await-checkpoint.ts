import { setTimeout } from 'node:timers/promises';
import { findPaymentCheckpoint, type MessageContext } from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';
import type { ReportCheckpoint } from '../documents/checkpoint-sheet.js';

/** Usually the log comes to the payment before the first pause ends. */
const PAUSE_MS = 50;
const LONGEST_WAIT_MS = 5000;

/** Waits for the log to come to the payment, but not for long: a report is made without a checkpoint, too. */
export async function awaitCheckpoint(
  messages: MessageClient,
  paymentId: string,
  context: MessageContext,
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<ReportCheckpoint> {
  const deadline = performance.now() + longestWaitMs;
  for (;;) {
    const { checkpoint, broken } = await messages.call(findPaymentCheckpoint, { paymentId }, context);
    if (checkpoint !== null) return { note: checkpoint };
    if (broken !== null) return { missing: `The log of all events does not go on. ${broken}` };
    if (performance.now() >= deadline)
      return { missing: 'When this report was made, the log of all events had not come to this payment.' };
    await setTimeout(PAUSE_MS);
  }
}
