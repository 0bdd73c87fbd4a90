import { Module, type DynamicModule } from '@nestjs/common';
import { StreamFollower } from '@outlay/event-sourcing';
import { MessageClient } from '@outlay/messaging';
import { FourEyes } from './four-eyes.js';
import { PasswordsController } from './messages/passwords.controller.js';
import { RegistrationController } from './messages/registration.controller.js';
import { SessionsController } from './messages/sessions.controller.js';
import { UsersController } from './messages/users.controller.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordStore } from './password.store.js';
import { IDS, type AuthPorts } from './ports.js';
import { ResetCodeStore } from './reset-code.store.js';
import { SessionTokens } from './session-tokens.js';
import { accountProjection } from './projections/account.projection.js';
import { AccountStream } from './stream/account-stream.js';
import { UserChangeStore } from './user-change.store.js';
import { UserStore } from './user.store.js';

@Module({})
export class AuthModule {
  static with({
    documents,
    eventStore,
    messages,
    clock,
    ids,
    jwtSecret,
    acceptedJwtSecret,
    hashingCost,
    fourEyes = false,
  }: AuthPorts): DynamicModule {
    const accounts = new AccountStream(eventStore, clock, ids);
    const secrets = [jwtSecret, ...(acceptedJwtSecret ? [acceptedJwtSecret] : [])] as const;
    return {
      module: AuthModule,
      controllers: [SessionsController, UsersController, RegistrationController, PasswordsController],
      providers: [
        { provide: MessageClient, useValue: messages },
        { provide: IDS, useValue: ids },
        { provide: AccountStream, useValue: accounts },
        { provide: SessionTokens, useValue: new SessionTokens(jwtSecret, clock) },
        {
          provide: StreamFollower,
          inject: [UserStore],
          useFactory: (users: UserStore) => accountProjection(documents, eventStore, accounts, users),
        },
        { provide: PasswordHasher, useFactory: () => PasswordHasher.create(ids, hashingCost) },
        { provide: ResetCodeStore, useFactory: () => ResetCodeStore.open(documents, clock, ids, secrets) },
        { provide: PasswordStore, useFactory: () => PasswordStore.open(documents) },
        { provide: UserStore, useFactory: () => UserStore.open(documents) },
        {
          provide: UserChangeStore,
          inject: [UserStore, PasswordStore],
          useFactory: (users: UserStore, passwords: PasswordStore) =>
            UserChangeStore.open(documents, users, passwords, accounts, ids, new FourEyes(fourEyes, users)),
        },
      ],
    };
  }
}
