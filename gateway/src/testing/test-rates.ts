import { Controller } from '@nestjs/common';
import { describeRateSources, type ReplyOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';

@Controller()
export class TestRates {
  @Handles(describeRateSources)
  async describe(): Promise<ReplyOf<typeof describeRateSources>> {
    return {
      bundled: {
        source: 'a table',
        licence: 'CC0-1.0',
        builtAt: '2025-10-01T03:00:00.000Z',
        newestDate: '2025-09-30',
      },
      sources: [
        { name: 'ecb', state: 'current', newestDate: '2026-02-27', triedAt: '2026-02-27T15:10:00.000Z', failure: null },
        { name: 'cbk', state: 'failing', newestDate: null, triedAt: '2026-03-01T09:00:00.000Z', failure: 'timed out' },
      ],
      refused: [
        {
          currency: 'USD',
          date: '2026-02-26',
          value: '1000000000',
          reference: '1.18',
          source: 'ecb',
          reason: 'impossible',
          refusedAt: '2026-02-26T15:10:00.000Z',
        },
      ],
    };
  }
}
