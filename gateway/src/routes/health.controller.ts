import { Controller, Inject, Res } from '@nestjs/common';
import { toSnakeCase } from '@outlay/contracts';
import type { FastifyReply } from 'fastify';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { Input, type Call } from '../requests/call.js';
import { liveRoute, readyRoute } from './gateway-routes.js';
import { RateDetails } from './rate-details.js';
import { TrailDetails } from './trail-details.js';
import { Route } from './route.decorator.js';

@Controller()
export class HealthController {
  constructor(
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
    private readonly rates: RateDetails,
    private readonly trail: TrailDetails,
  ) {}

  @Route(liveRoute)
  async live() {
    return { status: 'ok' as const };
  }

  @Route(readyRoute)
  async ready(@Input() _call: Call<typeof readyRoute>, @Res({ passthrough: true }) reply: FastifyReply) {
    const parts = this.ports.isReady();
    const ready = Object.values(parts).every(Boolean);
    if (!ready) reply.code(503).header('retry-after', 5);
    return {
      status: ready ? ('ok' as const) : ('unavailable' as const),
      parts,
      details: toSnakeCase({
        missing: this.ports.missing?.() ?? [],
        exchangeRates: this.rates.latest,
        trail: this.trail.latest,
      }),
    };
  }
}
