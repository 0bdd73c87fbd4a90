import { Controller } from '@nestjs/common';
import { describeRateSources, resolveRate, type ReplyOf, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { BundledLegs } from '../bundle/bundled-legs.js';
import { Rates } from '../rates.js';
import { QuarantineStore } from '../refresh/quarantine.store.js';
import { Refresher } from '../refresh/refresher.js';

@Controller()
export class RatesController {
  constructor(
    private readonly rates: Rates,
    private readonly bundled: BundledLegs,
    private readonly refresher: Refresher,
    private readonly quarantine: QuarantineStore,
  ) {}

  @Handles(resolveRate)
  resolveRate(query: RequestOf<typeof resolveRate>): Promise<ReplyOf<typeof resolveRate>> {
    return this.rates.resolve(query);
  }

  @Handles(describeRateSources)
  async describeSources(): Promise<ReplyOf<typeof describeRateSources>> {
    const [bundled, sources, refused] = await Promise.all([
      this.bundled.describe(),
      this.refresher.describe(),
      this.quarantine.latest(),
    ]);
    return { bundled, sources, refused };
  }
}
