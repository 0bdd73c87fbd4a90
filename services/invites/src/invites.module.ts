import { Module, type DynamicModule } from '@nestjs/common';
import { InviteStore } from './invite.store.js';
import { InvitesController } from './messages/invites.controller.js';
import { IDS, type InvitesPorts } from './ports.js';

@Module({})
export class InvitesModule {
  static with({ documents, clock, ids }: InvitesPorts): DynamicModule {
    return {
      module: InvitesModule,
      controllers: [InvitesController],
      providers: [
        { provide: IDS, useValue: ids },
        { provide: InviteStore, useFactory: () => InviteStore.open(documents, clock, ids) },
      ],
    };
  }
}
