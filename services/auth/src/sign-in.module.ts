import { Module } from '@nestjs/common';
import { AccessModule } from './access.module.js';
import { AccountsModule } from './accounts.module.js';
import { PasswordHasher } from './credentials/password-hasher.js';
import { ResetCodeStore } from './credentials/reset-code.store.js';
import { SessionTokens } from './credentials/session-tokens.js';
import { PasswordsController } from './messages/passwords.controller.js';
import { RegistrationController } from './messages/registration.controller.js';
import { SessionsController } from './messages/sessions.controller.js';
import { CLOCK, DOCUMENTS, HASHING_COST, IDS, RESET_CODE_SECRETS } from './ports.js';

/** Registers people, signs them in, and changes their passwords. */
@Module({
  imports: [AccessModule, AccountsModule],
  controllers: [RegistrationController, SessionsController, PasswordsController],
  providers: [
    { provide: PasswordHasher, inject: [IDS, HASHING_COST], useFactory: PasswordHasher.create },
    {
      provide: ResetCodeStore,
      inject: [DOCUMENTS, CLOCK, IDS, RESET_CODE_SECRETS],
      useFactory: ResetCodeStore.open,
    },
    SessionTokens,
  ],
})
export class SignInModule {}
