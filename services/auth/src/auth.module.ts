import { Module, type DynamicModule } from '@nestjs/common';
import { MessageClient } from '@outlay/messaging';
import { AccessIndexStore } from './access-index.store.js';
import { AccessRecorder } from './access-recorder.js';
import { FourEyes } from './four-eyes.js';
import { Grants } from './grants.js';
import { AuditTokenStore } from './audit-token.store.js';
import { AuditTokens } from './audit-tokens.js';
import { AccessController } from './messages/access.controller.js';
import { AuditTokensController } from './messages/audit-tokens.controller.js';
import { PasswordsController } from './messages/passwords.controller.js';
import { RegistrationController } from './messages/registration.controller.js';
import { SessionsController } from './messages/sessions.controller.js';
import { UsersController } from './messages/users.controller.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordStore } from './password.store.js';
import { PastUsers } from './past-users.js';
import { PeopleHistory } from './people-history.js';
import { IDS, type AuthPorts } from './ports.js';
import { ResetCodeStore } from './reset-code.store.js';
import { SessionTokens } from './session-tokens.js';
import { accessProjection } from './projections/access.projection.js';
import { accountProjection } from './projections/account.projection.js';
import { auditTokenProjection } from './projections/audit-token.projection.js';
import { AccessStream } from './stream/access-stream.js';
import { AccountStream } from './stream/account-stream.js';
import { AuditTokenStream } from './stream/audit-token-stream.js';
import { AccountCommands } from './account-commands.js';
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
    const access = new AccessStream(eventStore, clock, ids);
    const grants = new Grants(eventStore);
    const tokenStream = new AuditTokenStream(eventStore, clock, ids);
    const secrets = [jwtSecret, ...(acceptedJwtSecret ? [acceptedJwtSecret] : [])] as const;
    return {
      module: AuthModule,
      controllers: [
        SessionsController,
        UsersController,
        RegistrationController,
        PasswordsController,
        AccessController,
        AuditTokensController,
      ],
      providers: [
        { provide: MessageClient, useValue: messages },
        { provide: IDS, useValue: ids },
        { provide: Grants, useValue: grants },
        { provide: SessionTokens, useValue: new SessionTokens(jwtSecret, clock) },
        {
          provide: accountProjection,
          inject: [UserStore],
          useFactory: (users: UserStore) => accountProjection(documents, eventStore, accounts, users),
        },
        { provide: AccessIndexStore, useFactory: () => AccessIndexStore.open(documents) },
        {
          provide: accessProjection,
          inject: [AccessIndexStore],
          useFactory: (index: AccessIndexStore) => accessProjection(documents, eventStore, index),
        },
        {
          provide: AccessRecorder,
          inject: [AccessIndexStore],
          useFactory: (index: AccessIndexStore) => new AccessRecorder(access, index, jwtSecret, clock),
        },
        {
          provide: PeopleHistory,
          inject: [UserStore, AccessIndexStore, AuditTokens],
          useFactory: (users: UserStore, index: AccessIndexStore, tokens: AuditTokens) =>
            new PeopleHistory(users, accounts, access, index, tokens, messages),
        },
        { provide: AuditTokenStore, useFactory: () => AuditTokenStore.open(documents) },
        {
          provide: auditTokenProjection,
          inject: [AuditTokenStore],
          useFactory: (tokens: AuditTokenStore) => auditTokenProjection(documents, eventStore, tokenStream, tokens),
        },
        {
          provide: AuditTokens,
          inject: [AuditTokenStore, AccessRecorder, AccessIndexStore],
          useFactory: (tokens: AuditTokenStore, recorder: AccessRecorder, index: AccessIndexStore) =>
            new AuditTokens(tokenStream, tokens, recorder, index, grants, clock, ids),
        },
        { provide: PastUsers, useValue: new PastUsers(eventStore, clock) },
        { provide: PasswordHasher, useFactory: () => PasswordHasher.create(ids, hashingCost) },
        { provide: ResetCodeStore, useFactory: () => ResetCodeStore.open(documents, clock, ids, secrets) },
        { provide: PasswordStore, useFactory: () => PasswordStore.open(documents) },
        { provide: UserStore, useFactory: () => UserStore.open(documents) },
        {
          provide: AccountCommands,
          inject: [UserStore, PasswordStore],
          useFactory: (users: UserStore, passwords: PasswordStore) =>
            AccountCommands.open(
              documents,
              users,
              passwords,
              accounts,
              ids,
              new FourEyes(fourEyes, users, grants),
              grants,
            ),
        },
      ],
    };
  }
}
