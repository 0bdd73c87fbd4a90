import { Controller } from '@nestjs/common';
import { resolveRate, type ReplyOf, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { Rates } from '../rates.js';

@Controller()
export class RatesController {
  constructor(private readonly rates: Rates) {}

  @Handles(resolveRate)
  resolveRate(question: RequestOf<typeof resolveRate>): Promise<ReplyOf<typeof resolveRate>> {
    return this.rates.resolve(question);
  }
}
