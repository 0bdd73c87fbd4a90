import { Controller } from '@nestjs/common';
import { describeRateSources, resolveRate, type ReplyOf, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { BundledLegs } from '../bundle/bundled-legs.js';
import { Rates } from '../rates.js';

@Controller()
export class RatesController {
  constructor(
    private readonly rates: Rates,
    private readonly bundled: BundledLegs,
  ) {}

  @Handles(resolveRate)
  resolveRate(question: RequestOf<typeof resolveRate>): Promise<ReplyOf<typeof resolveRate>> {
    return this.rates.resolve(question);
  }

  @Handles(describeRateSources)
  async describeSources(): Promise<ReplyOf<typeof describeRateSources>> {
    return { bundled: await this.bundled.describe(), sources: [], refused: [] };
  }
}
