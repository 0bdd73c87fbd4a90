import { Controller } from '@nestjs/common';
import { exchangeRateRoute, rateSourcesRoute, resolveRate, toSnakeCase } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { toNumber } from '@outlay/rules';
import { Input, type Call } from '../requests/call.js';
import { RateSources } from './rate-sources.js';
import { Route } from './route.decorator.js';

@Controller()
export class ExchangeRateController {
  constructor(
    private readonly messages: MessageClient,
    private readonly sources: RateSources,
  ) {}

  @Route(exchangeRateRoute)
  async resolve(@Input() { query, context }: Call<typeof exchangeRateRoute>) {
    const { rate, effectiveDate, source, stale, provisional } = await this.messages.call(resolveRate, query, context);
    return toSnakeCase({ rate: toNumber(rate), effectiveDate, source, stale, provisional });
  }

  @Route(rateSourcesRoute)
  describe(@Input() { context }: Call<typeof rateSourcesRoute>) {
    return this.sources.describe(context);
  }
}
