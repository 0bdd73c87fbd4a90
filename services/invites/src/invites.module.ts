import { Module, type DynamicModule } from '@nestjs/common';
import { InviteTokenStore } from './credentials/invite-token.store.js';
import { InvitesController } from './messages/invites.controller.js';
import { DOCUMENTS, type InvitesPorts } from './ports.js';
import { PortsModule } from './ports.module.js';
import { InviteProjection } from './projections/invite.projection.js';
import { InviteStore } from './read-models/invite.store.js';
import { InviteStream } from './stream/invite-stream.js';
import { FourEyes } from './workflows/four-eyes.js';
import { Grants } from './workflows/grants.js';
import { Invites } from './workflows/invites.js';

@Module({
  controllers: [InvitesController],
  providers: [
    InviteStream,
    { provide: InviteStore, inject: [DOCUMENTS], useFactory: InviteStore.open },
    { provide: InviteTokenStore, inject: [DOCUMENTS], useFactory: InviteTokenStore.open },
    InviteProjection,
    FourEyes,
    Grants,
    Invites,
  ],
})
export class InvitesModule {
  static with(ports: InvitesPorts): DynamicModule {
    return { module: InvitesModule, imports: [PortsModule.with(ports)] };
  }
}
