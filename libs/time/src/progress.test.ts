import { jest } from '@jest/globals';
import { once } from 'node:events';
import { DeadlineExceeded } from './deadline.js';
import { madeProgress, SharedProgress, whileProgressing, withProgress } from './progress.js';

describe('work that several wait for', () => {
  it('reports its progress to each of them, and to nobody afterwards', async () => {
    const shared = new SharedProgress();
    const gate = new EventTarget();
    const heard = { first: 0, second: 0 };
    const work = withProgress(
      () => (heard.first += 1),
      () => {
        const running = shared.run(async () => {
          await once(gate, 'begin');
          madeProgress();
        });
        return [running, shared.wait(running), shared.wait(running)];
      },
    );
    const second = withProgress(
      () => (heard.second += 1),
      () => shared.wait(work[0] as Promise<void>),
    );
    gate.dispatchEvent(new Event('begin'));
    await Promise.all([...work, second]);
    expect(heard).toEqual({ first: 2, second: 1 });
    shared.made();
    expect(heard).toEqual({ first: 2, second: 1 });
  });

  it('fails for each of them', async () => {
    const shared = new SharedProgress();
    const failed = Promise.reject(new Error('refused'));
    await expect(
      withProgress(
        () => undefined,
        () => shared.wait(failed),
      ),
    ).rejects.toThrow('refused');
    await expect(shared.wait(failed)).rejects.toThrow('refused');
  });
});

describe('a limit of the silence', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('begins anew with each part that is done, of which whoever waits for the whole hears too', async () => {
    let heard = 0;
    const work = async () => {
      for (let part = 0; part < 5; part += 1) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        madeProgress();
      }
      return 'done';
    };
    const result = withProgress(
      () => (heard += 1),
      () => whileProgressing(work, 100, 'The report'),
    );
    await jest.advanceTimersByTimeAsync(300);
    expect([await result, heard, jest.getTimerCount()]).toEqual(['done', 5, 0]);
  });

  it('ends work that is silent, naming it', async () => {
    const result = whileProgressing(() => new Promise(() => undefined), 100, 'The report');
    const rejected = expect(result).rejects.toThrow(new DeadlineExceeded('The report made no progress for 100 ms'));
    await jest.advanceTimersByTimeAsync(100);
    await rejected;
  });
});
