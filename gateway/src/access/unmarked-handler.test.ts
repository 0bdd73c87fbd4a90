import { Controller, Get, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { InProcessClient, MessageClient, MessageHub } from '@outlay/messaging';
import { ErrorResponseFilter } from '../http/error-response.filter.js';
import { GATEWAY_PORTS } from '../ports/gateway-ports.js';
import { SECRET, sessionToken } from '../testing/session-token.js';
import { AccessGuard } from './access.guard.js';
import { AuditTokens } from './audit-tokens.js';
import { OpenReplies } from './open-replies.js';
import { SessionTokens } from './session-tokens.js';
import { Sessions } from './sessions.js';
import { SignedUrls } from './signed-urls.js';

@Controller()
class Forgetful {
  @Get('/forgotten')
  forgotten() {
    return 'served';
  }
}

@Module({
  controllers: [Forgetful],
  providers: [
    { provide: GATEWAY_PORTS, useValue: { jwtSecret: SECRET } },
    { provide: MessageClient, useValue: new MessageClient(new InProcessClient(new MessageHub())) },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_FILTER, useClass: ErrorResponseFilter },
    AuditTokens,
    OpenReplies,
    SessionTokens,
    Sessions,
    SignedUrls,
  ],
})
class ForgetfulModule {}

describe('a handler without @Route', () => {
  it('rejects everybody', async () => {
    const app = await NestFactory.create<NestFastifyApplication>(ForgetfulModule, new FastifyAdapter(), {
      logger: false,
    });
    await app.init();
    const headers = { authorization: `Bearer ${sessionToken('admin')}` };
    const response = await app.inject({ url: '/forgotten', headers });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'FORBIDDEN' });
    await app.close();
  });
});
