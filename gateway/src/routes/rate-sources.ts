import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  describeRateSources,
  type MessageContext,
  type RateSourcesJson,
  type ReplyOf,
  type RouteReply,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports.js';
import type { readyRoute } from './gateway-routes.js';

const DAY_MS = 86_400_000;
/** What a probe may wait for what does not decide its answer. */
const DETAILS_MS = 500;

type Description = ReplyOf<typeof describeRateSources>;
type RateDetails = RouteReply<typeof readyRoute>['details']['exchange_rates'];

/** How old the exchange rates are and where they come from, for super admins and for probes. */
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

  /** Null where the service does not say in time: rates that are away make nobody unready. */
  async details(correlationId: string): Promise<RateDetails> {
    const asked = this.messages.call(describeRateSources, {}, { actor: null, correlationId }).catch(() => null);
    const description = await Promise.race([asked, setTimeout(DETAILS_MS, null, { ref: false })]);
    if (!description) return null;
    const { bundled, sources } = description;
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
