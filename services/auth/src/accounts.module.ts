import { Module } from '@nestjs/common';
import { PasswordStore } from './credentials/password.store.js';
import { DOCUMENTS, SHARED_STORES } from './ports.js';
import { AccountProjection } from './projections/account.projection.js';
import { UserStore } from './read-models/user.store.js';
import { AccountStream } from './stream/account-stream.js';
import { AccountCommands } from './workflows/account-commands.js';
import { FourEyes } from './workflows/four-eyes.js';
import { Grants } from './workflows/grants.js';
import { UserRoster } from './workflows/user-roster.js';

/** Keeps accounts: their events, their users and their passwords. */
@Module({
  providers: [
    AccountStream,
    { provide: UserStore, inject: [DOCUMENTS, SHARED_STORES], useFactory: UserStore.open },
    { provide: PasswordStore, inject: [DOCUMENTS], useFactory: PasswordStore.open },
    {
      provide: UserRoster,
      inject: [DOCUMENTS, UserStore, PasswordStore, AccountStream],
      useFactory: UserRoster.open,
    },
    AccountProjection,
    Grants,
    FourEyes,
    AccountCommands,
  ],
  exports: [AccountStream, UserStore, PasswordStore, Grants, AccountCommands],
})
export class AccountsModule {}
