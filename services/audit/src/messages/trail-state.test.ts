import { openProofPack, readTrailState } from '@outlay/contracts';
import { metrics } from '@outlay/telemetry';
import { eventually } from '@outlay/testing';
import { LogPositionsStore } from '../log/log-positions.store.js';
import { anna, boss, runAudit } from '../testing/running-audit.js';

test('the state of the trail says how far the lists are and why the log has stopped, to readers only', async () => {
  const service = await runAudit();
  const state = () => service.call(readTrailState, {}, boss);
  expect(await state()).toEqual({
    quarantined: 2,
    streams: [],
    behind: { events: 3, seconds: 4 },
    logBroken: null,
  });
  await service.write('expense-1', 1);
  await eventually(() => service.call(openProofPack, { selector: { expense: '1' } }, boss).catch(() => null));
  await new LogPositionsStore(service.documents).setBroken('the events differ');
  await service.look();
  expect(await state()).toMatchObject({ logBroken: 'the events differ' });
  expect((await metrics.getSingleMetric('outlay_log_broken')?.get())?.values[0]?.value).toBe(1);
  await expect(service.call(readTrailState, {}, anna)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await service.close();
});
