import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock, IdSource } from '@outlay/runtime';
import type { Connection } from 'mongoose';
import { InviteStore } from './invite.store.js';
import { InvitesController } from './messages/invites.controller.js';

export interface InvitesPorts {
  readonly documents: Connection;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The invites service: who may register, and as what. */
@Module({})
export class InvitesModule {
  static with({ documents, clock, ids }: InvitesPorts): DynamicModule {
    return {
      module: InvitesModule,
      controllers: [InvitesController],
      providers: [{ provide: InviteStore, useFactory: () => InviteStore.open(documents, clock, ids) }],
    };
  }
}
