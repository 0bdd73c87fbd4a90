import { Inject, Injectable } from '@nestjs/common';
import { readTrailState, type RouteReply } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import type { readyRoute } from './gateway-routes.js';
import { Latest } from './latest.js';

type TrailDetailsJson = NonNullable<RouteReply<typeof readyRoute>['details']['trail']>;

@Injectable()
export class TrailDetails extends Latest<TrailDetailsJson> {
  constructor(messages: MessageClient, @Inject(GATEWAY_PORTS) { ids }: GatewayPorts) {
    super(async () => {
      const context = { actor: null, correlationId: `trail-${ids.uuid()}` };
      const { quarantined, logBroken, behind } = await messages.call(readTrailState, {}, context);
      return {
        quarantined_streams: quarantined,
        log_broken: logBroken !== null,
        behind_events: behind?.events ?? null,
        behind_seconds: behind?.seconds ?? null,
      };
    });
  }
}
