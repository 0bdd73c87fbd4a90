import { Controller } from '@nestjs/common';
import {
  listVerifications,
  requireReader,
  requireTrailReader,
  startVerification,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { VerificationRuns } from '../verification-runs/verification-runs.js';

@Controller()
export class VerificationsController {
  constructor(private readonly runs: VerificationRuns) {}

  @Handles(startVerification)
  async start(_request: RequestOf<typeof startVerification>, context: MessageContext) {
    requireReader(context);
    return { verification: await this.runs.start(context) };
  }

  @Handles(listVerifications)
  async list(_request: RequestOf<typeof listVerifications>, context: MessageContext) {
    requireTrailReader(context);
    return { verifications: await this.runs.list() };
  }
}
