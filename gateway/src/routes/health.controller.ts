import { Controller, Inject, Res } from '@nestjs/common';
import { defineRoute } from '@outlay/contracts';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports.js';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

const liveRoute = defineRoute({
  method: 'GET',
  path: '/api/health/live',
  access: 'public',
  reply: z.object({ status: z.literal('ok') }),
});
const readyRoute = defineRoute({
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  reply: z.object({ status: z.enum(['ok', 'unavailable']), parts: z.record(z.string(), z.boolean()) }),
});

/** For whoever runs the process: not of the documented calls, so their routes stand here. */
@Controller()
export class HealthController {
  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {}

  @Route(liveRoute)
  async live() {
    return { status: 'ok' as const };
  }

  @Route(readyRoute)
  async ready(@Input() _: Call<typeof readyRoute>, @Res({ passthrough: true }) reply: FastifyReply) {
    const parts = await this.ports.isReady();
    const ready = Object.values(parts).every(Boolean);
    if (!ready) reply.code(503).header('retry-after', 5);
    return { status: ready ? ('ok' as const) : ('unavailable' as const), parts };
  }
}
