import { Controller } from '@nestjs/common';
import { exchangeRateRoute, resolveRate } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { toNumber } from '@outlay/rules';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

@Controller()
export class ExchangeRateController {
  constructor(private readonly messages: MessageClient) {}

  @Route(exchangeRateRoute)
  async resolve(@Input() { query, context }: Call<typeof exchangeRateRoute>) {
    const { rate, effectiveDate, source, stale, provisional } = await this.messages.call(resolveRate, query, context);
    return { rate: toNumber(rate), effective_date: effectiveDate, source, stale, provisional };
  }
}
