import { Module } from '@nestjs/common';
import { AccessModule } from './access.module.js';
import { AccountsModule } from './accounts.module.js';
import { AuditTokensModule } from './audit-tokens.module.js';
import { PastUsers } from './history/past-users.js';
import { PeopleHistory } from './history/people-history.js';
import { UsersController } from './messages/users.controller.js';

/** Lists and changes users, and reads their history. */
@Module({
  imports: [AccessModule, AccountsModule, AuditTokensModule],
  controllers: [UsersController],
  providers: [PeopleHistory, PastUsers],
})
export class UsersModule {}
