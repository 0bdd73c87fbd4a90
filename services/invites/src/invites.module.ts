import { Module, type DynamicModule } from '@nestjs/common';
import { StreamFollower } from '@outlay/event-sourcing';
import { FourEyes } from './four-eyes.js';
import { Grants } from './grants.js';
import { InviteStore } from './invite.store.js';
import { InviteTokenStore } from './invite-token.store.js';
import { Invites } from './invites.js';
import { InvitesController } from './messages/invites.controller.js';
import { IDS, type InvitesPorts } from './ports.js';
import { inviteProjection } from './projections/invite.projection.js';
import { InviteStream } from './stream/invite-stream.js';

@Module({})
export class InvitesModule {
  static with({ documents, eventStore, messages, clock, ids, fourEyes = false }: InvitesPorts): DynamicModule {
    const stream = new InviteStream(eventStore, clock, ids);
    return {
      module: InvitesModule,
      controllers: [InvitesController],
      providers: [
        { provide: IDS, useValue: ids },
        { provide: InviteStore, useFactory: () => InviteStore.open(documents) },
        {
          provide: StreamFollower,
          inject: [InviteStore],
          useFactory: (store: InviteStore) => inviteProjection(documents, eventStore, stream, store),
        },
        {
          provide: Invites,
          inject: [InviteStore],
          useFactory: async (store: InviteStore) =>
            new Invites(
              stream,
              store,
              await InviteTokenStore.open(documents),
              clock,
              ids,
              new FourEyes(fourEyes, messages),
              new Grants(messages),
            ),
        },
      ],
    };
  }
}
