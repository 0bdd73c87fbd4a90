import { Inject, Injectable } from '@nestjs/common';
import { readTrailState } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { Latest } from './latest.js';

interface TrailState {
  readonly quarantinedStreams: number;
  readonly logBroken: boolean;
  readonly behindEvents: number | null;
  readonly behindSeconds: number | null;
}

@Injectable()
export class TrailDetails extends Latest<TrailState> {
  constructor(messages: MessageClient, @Inject(GATEWAY_PORTS) { ids }: GatewayPorts) {
    super(async () => {
      const context = { actor: null, correlationId: `trail-${ids.uuid()}` };
      const { quarantined, logBroken, behind } = await messages.call(readTrailState, {}, context);
      return {
        quarantinedStreams: quarantined,
        logBroken: logBroken !== null,
        behindEvents: behind?.events ?? null,
        behindSeconds: behind?.seconds ?? null,
      };
    });
  }
}
