import { Inject, Injectable } from '@nestjs/common';
import {
  describeRateSources,
  type MessageContext,
  type RateSourcesJson,
  type ReplyOf,
  type RouteReply,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import type { readyRoute } from './gateway-routes.js';

const DAY_MS = 86_400_000;

type Description = ReplyOf<typeof describeRateSources>;
export type RateDetailsJson = NonNullable<RouteReply<typeof readyRoute>['details']['exchange_rates']>;

@Injectable()
export class RateSources {
  constructor(
    private readonly messages: MessageClient,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  async describe(context: MessageContext): Promise<RateSourcesJson> {
    const { bundled, sources, refused } = await this.messages.call(describeRateSources, {}, context);
    return {
      bundled: {
        source: bundled.source,
        licence: bundled.licence,
        built_at: bundled.builtAt,
        newest_date: bundled.newestDate,
        age_days: this.ageOf(bundled),
      },
      sources: sources.map(({ name, state, newestDate, triedAt, failure }) => ({
        name,
        state,
        newest_date: newestDate,
        tried_at: triedAt,
        failure,
      })),
      refused: refused.map(({ refusedAt, ...rate }) => ({ ...rate, refused_at: refusedAt })),
    };
  }

  async details(): Promise<RateDetailsJson> {
    const context = { actor: null, correlationId: `rates-${this.ports.ids.uuid()}` };
    const { bundled, sources } = await this.messages.call(describeRateSources, {}, context);
    return {
      bundled_until: bundled.newestDate,
      bundled_age_days: this.ageOf(bundled),
      sources: Object.fromEntries(
        sources.map(({ name, state, newestDate }) => [name, { state, newest_date: newestDate }]),
      ),
    };
  }

  private ageOf({ newestDate }: Description['bundled']): number {
    return Math.floor((this.ports.clock.now().getTime() - Date.parse(newestDate)) / DAY_MS);
  }
}
