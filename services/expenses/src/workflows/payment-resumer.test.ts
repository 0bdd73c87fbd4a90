import type { MessageContext } from '@outlay/contracts';
import { SeededIds, eventually } from '@outlay/testing';
import { collectWarnings } from '@outlay/testing/warnings';
import { PaymentResumer } from './payment-resumer.js';

function aResumer(intervalMs: number, resume: (context: MessageContext) => Promise<void>) {
  return new PaymentResumer({ resume }, new SeededIds(), intervalMs);
}

it('resumes payments at an interval until the shutdown, also after a failure', async () => {
  const contexts: MessageContext[] = [];
  const resumer = aResumer(5, async (context) => {
    contexts.push(context);
    throw new Error('unreachable');
  });
  resumer.onApplicationBootstrap();
  await eventually(() => contexts.length >= 3);
  await resumer.onApplicationShutdown();
  const runs = contexts.length;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(contexts).toHaveLength(runs);
  expect(contexts[0]).toEqual({
    actor: null,
    correlationId: expect.stringMatching(/^payments-[0-9a-f-]{36}$/) as string,
  });
  expect(new Set(contexts.map(({ correlationId }) => correlationId)).size).toBe(runs);
});

it('resumes payments at once when asked, and waits for that at the shutdown', async () => {
  let finish: () => void = () => undefined;
  let isFinished = false;
  const resumer = aResumer(60_000, async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    isFinished = true;
  });
  resumer.run();
  setTimeout(() => finish(), 10);
  await resumer.onApplicationShutdown();
  expect(isFinished).toBe(true);
});

it('reports a failure to resume payments as a warning, and only a failure', async () => {
  const warnings = collectWarnings();
  let isDown = true;
  const resumer = aResumer(60_000, async () => {
    if (isDown) throw new Error('unreachable');
  });
  resumer.run();
  await resumer.onApplicationShutdown();
  isDown = false;
  resumer.run();
  await resumer.onApplicationShutdown();
  expect(warnings).toEqual(['Payments could not be resumed: Error: unreachable']);
});
