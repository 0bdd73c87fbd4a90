import { Controller } from '@nestjs/common';
import { describeRateSources, resolveRate, type ReplyOf, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { BundledLegs } from '../bundle/bundled-legs.js';
import { Rates } from '../rates.js';
import { Refresher } from '../refresh/refresher.js';
import { RefusedRatesStore } from '../refresh/refused-rates.store.js';

@Controller()
export class RatesController {
  constructor(
    private readonly rates: Rates,
    private readonly bundled: BundledLegs,
    private readonly refresher: Refresher,
    private readonly refused: RefusedRatesStore,
  ) {}

  @Handles(resolveRate)
  resolveRate(question: RequestOf<typeof resolveRate>): Promise<ReplyOf<typeof resolveRate>> {
    return this.rates.resolve(question);
  }

  @Handles(describeRateSources)
  async describeSources(): Promise<ReplyOf<typeof describeRateSources>> {
    const [bundled, sources, refused] = await Promise.all([
      this.bundled.describe(),
      this.refresher.describe(),
      this.refused.latest(),
    ]);
    return { bundled, sources, refused };
  }
}
