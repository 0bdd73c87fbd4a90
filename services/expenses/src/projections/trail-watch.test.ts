import { Logger } from '@nestjs/common';
import type { RecordedEvent } from '@outlay/event-store';
import { metrics } from '@outlay/telemetry';
import { TestClock } from '@outlay/testing';
import { TrailWatch } from './trail-watch.js';

const START = '2026-06-15T10:00:00.000Z';

describe('the watch over the projector', () => {
  let clock: TestClock;
  let unprojected: Pick<RecordedEvent, 'recordedAt'>[];
  let isDown: boolean;
  let watch: TrailWatch;
  beforeEach(() => {
    Logger.overrideLogger(false);
    clock = new TestClock(START);
    unprojected = [];
    isDown = false;
    watch = new TrailWatch(
      { readAll: async () => unprojected as RecordedEvent[] },
      {
        load: async () => {
          if (isDown) throw new Error('The document store is down');
          return '7';
        },
      },
      { count: async () => 2, list: async () => [{ _id: 'expense-1', revision: 0, finding: '', foundAt: START }] },
      clock,
    );
  });
  const measured = async (name: string) => (await metrics.getSingleMetric(`outlay_${name}`)?.get())?.values[0]?.value;

  it('measures how many events are not projected, and for how long', async () => {
    await watch.look();
    expect(watch.latest?.behind).toEqual({ events: 0, seconds: 0 });
    unprojected = [{ recordedAt: START }, { recordedAt: START }];
    clock.advance({ seconds: 40 });
    await watch.look();
    expect([await measured('projection_lag_events'), await measured('projection_lag_seconds')]).toEqual([2, 40]);
    expect(watch.isKeepingUp()).toBe(true);
    clock.advance({ seconds: 40 });
    await watch.look();
    expect(await measured('projection_lag_seconds')).toBe(80);
    expect(watch.isKeepingUp()).toBe(false);
    unprojected = [];
    await watch.look();
    expect([await measured('projection_lag_seconds'), watch.isKeepingUp()]).toEqual([0, true]);
  });

  it('looks again before it says that the lists are behind', async () => {
    expect(await watch.behindNow()).toBeNull();
    unprojected = [{ recordedAt: START }];
    clock.advance({ seconds: 90 });
    await watch.look();
    expect(await watch.behindNow()).toEqual({ events: 1, seconds: 90 });
    unprojected = [];
    expect(await watch.behindNow()).toEqual({ events: 0, seconds: 0 });
  });

  it('keeps counting while the position of the projector is unknown', async () => {
    await watch.look();
    isDown = true;
    clock.advance({ seconds: 90 });
    await watch.run();
    expect(await measured('projection_lag_seconds')).toBe(90);
    expect(watch.isKeepingUp()).toBe(false);
  });

  it('warns once that the lag is unknown, and logs once that it is known again', async () => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    Logger.overrideLogger({ warn: say, log: say, error: say });
    isDown = true;
    for (let n = 0; n < 3; n += 1) await watch.run();
    isDown = false;
    for (let n = 0; n < 3; n += 1) await watch.run();
    expect(said).toEqual([
      'How far the read models are cannot be read: Error: The document store is down',
      'How far the read models are can be read again',
    ]);
  });

  it('measures the streams that are kept apart', async () => {
    await watch.look();
    expect(await measured('quarantined_streams')).toBe(2);
    expect(watch.latest).toMatchObject({ quarantined: 2, streams: ['expense-1'] });
  });
});
