import { Module } from '@nestjs/common';
import { VerificationsController } from './messages/verifications.controller.js';
import { VerificationRunsStore } from './verification-runs/verification-runs.store.js';
import { VerificationRuns } from './verification-runs/verification-runs.js';

/** Runs the verifications that people start. */
@Module({ controllers: [VerificationsController], providers: [VerificationRunsStore, VerificationRuns] })
export class VerificationsModule {}
