import { Module } from '@nestjs/common';
import { AccessModule } from './access.module.js';
import { AccountsModule } from './accounts.module.js';
import { AuditTokensModule } from './audit-tokens.module.js';
import { PastUsers } from './history/past-users.js';
import { PeopleHistory } from './history/people-history.js';
import { SavedViewsController } from './messages/saved-views.controller.js';
import { TripsController } from './messages/trips.controller.js';
import { UsersController } from './messages/users.controller.js';
import { SavedViews } from './workflows/saved-views.js';
import { Trips } from './workflows/trips.js';

/** Lists and changes users, reads their history, and keeps their views and trips. */
@Module({
  imports: [AccessModule, AccountsModule, AuditTokensModule],
  controllers: [UsersController, SavedViewsController, TripsController],
  providers: [PeopleHistory, PastUsers, SavedViews, Trips],
})
export class UsersModule {}
