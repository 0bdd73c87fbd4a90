import { jest } from '@jest/globals';
import { ReadinessMonitor, type PartStates } from './readiness-monitor.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const TIMING = { interval: 2_000, deadline: 5_000 };

describe('the readiness of a process', () => {
  let checks: number;
  let outcome: () => Promise<PartStates>;
  let monitor: ReadinessMonitor;
  beforeEach(() => {
    checks = 0;
    outcome = async () => ({ events: true, blobs: true });
    monitor = new ReadinessMonitor(() => {
      checks += 1;
      return outcome();
    }, TIMING);
  });
  afterEach(() => monitor.stop());

  it('is false before the first check', async () => {
    expect(monitor.latest()).toEqual({ started: false });
    await monitor.start();
    expect(monitor.latest()).toEqual({ events: true, blobs: true });
  });

  it('is known without a check, however often it is asked for', async () => {
    await monitor.start();
    for (let n = 0; n < 1000; n += 1) monitor.latest();
    expect(checks).toBe(1);
  });

  it('repeats the checks every two seconds', async () => {
    await monitor.start();
    outcome = async () => ({ events: false, blobs: true });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(monitor.latest()).toEqual({ events: false, blobs: true });
    expect(checks).toBe(2);
  });

  it.each<[string, () => Promise<PartStates>]>([
    ['fails', () => Promise.reject(new Error('no connection'))],
    ['does not end', () => new Promise(() => undefined)],
  ])('is false for every part if a check %s, until the next one', async (_, wrong) => {
    await monitor.start();
    outcome = wrong;
    await jest.advanceTimersByTimeAsync(7_000);
    expect(monitor.latest()).toEqual({ events: false, blobs: false });
    outcome = async () => ({ events: true, blobs: true });
    await jest.advanceTimersByTimeAsync(7_000);
    expect(monitor.latest()).toEqual({ events: true, blobs: true });
  });
});
