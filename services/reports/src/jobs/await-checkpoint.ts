import { setTimeout } from 'node:timers/promises';
import { findPaymentCheckpoint, type MessageContext } from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';
import type { ReportCheckpoint } from '../documents/checkpoint-sheet.js';

/** Usually the log comes to the payment before the first pause ends. */
const PAUSE_MS = 50;
const LONGEST_SILENCE_MS = 5000;

/** Waits for the log to include the payment while the log grows: a report is made without a checkpoint, too. */
export async function awaitCheckpoint(
  messages: MessageClient,
  paymentId: string,
  context: MessageContext,
  longestSilenceMs = LONGEST_SILENCE_MS,
): Promise<ReportCheckpoint> {
  let [known, wentOnAt] = [-1, performance.now()];
  for (;;) {
    const { checkpoint, broken, size } = await messages.call(findPaymentCheckpoint, { paymentId }, context);
    if (checkpoint !== null) return { note: checkpoint };
    if (broken !== null) return { missing: `The log of all events does not go on. ${broken}` };
    if (size > known) [known, wentOnAt] = [size, performance.now()];
    else if (performance.now() >= wentOnAt + longestSilenceMs)
      return { missing: 'When this report was made, the log of all events had not come to this payment.' };
    await setTimeout(PAUSE_MS);
  }
}
