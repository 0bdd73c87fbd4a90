import { Inject, Injectable } from '@nestjs/common';
import {
  describeRateSources,
  toSnakeCase,
  type MessageContext,
  type RateSourcesJson,
  type ReplyOf,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';

const DAY_MS = 86_400_000;

type Description = ReplyOf<typeof describeRateSources>;
export type DescribedRates = Awaited<ReturnType<RateSources['details']>>;

@Injectable()
export class RateSources {
  constructor(
    private readonly messages: MessageClient,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  async describe(context: MessageContext): Promise<RateSourcesJson> {
    const { bundled, sources, refused } = await this.messages.call(describeRateSources, {}, context);
    return toSnakeCase({
      bundled: { ...bundled, ageDays: this.ageOf(bundled) },
      sources,
      refused,
    });
  }

  async details() {
    const context = { actor: null, correlationId: `rates-${this.ports.ids.uuid()}` };
    const { bundled, sources } = await this.messages.call(describeRateSources, {}, context);
    return {
      bundledUntil: bundled.newestDate,
      bundledAgeDays: this.ageOf(bundled),
      sources: Object.fromEntries(sources.map(({ name, state, newestDate }) => [name, { state, newestDate }])),
    };
  }

  private ageOf({ newestDate }: Description['bundled']): number {
    return Math.floor((this.ports.clock.now().getTime() - Date.parse(newestDate)) / DAY_MS);
  }
}
