import { Module } from '@nestjs/common';
import { ClaimCommandsController } from './messages/claim-commands.controller.js';
import { PastDecisionsController } from './messages/past-decisions.controller.js';
import { PeopleController } from './messages/people.controller.js';
import { QueriesController } from './messages/queries.controller.js';
import { ReviewCommandsController } from './messages/review-commands.controller.js';
import { UploadsController } from './messages/uploads.controller.js';
import { Snapshots } from './projections/past/snapshots.js';
import { ReadModelsModule } from './read-models.module.js';
import { StreamsModule } from './streams.module.js';
import { DuplicateApprovals } from './workflows/duplicate-approvals.js';
import { DuplicateLockStore } from './workflows/duplicate-lock.store.js';
import { ReviewWorkflow } from './workflows/review.workflow.js';
import { UploadedReceipts } from './workflows/uploaded-receipts.js';

/** Takes claims, has them reviewed, and lists them, today and in the past. */
@Module({
  imports: [ReadModelsModule, StreamsModule],
  controllers: [
    ClaimCommandsController,
    ReviewCommandsController,
    QueriesController,
    PastDecisionsController,
    PeopleController,
    UploadsController,
  ],
  providers: [DuplicateLockStore, DuplicateApprovals, ReviewWorkflow, UploadedReceipts, Snapshots],
})
export class ClaimsModule {}
