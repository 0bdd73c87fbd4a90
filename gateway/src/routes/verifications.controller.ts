import { Controller } from '@nestjs/common';
import {
  listVerifications,
  listVerificationsRoute,
  startVerification,
  startVerificationRoute,
  toVerificationJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

@Controller()
export class VerificationsController {
  constructor(private readonly messages: MessageClient) {}

  @Route(startVerificationRoute)
  async start(@Input() { context }: Call<typeof startVerificationRoute>) {
    const { verification } = await this.messages.call(startVerification, {}, context);
    return toVerificationJson(verification);
  }

  @Route(listVerificationsRoute)
  async list(@Input() { context }: Call<typeof listVerificationsRoute>) {
    const { verifications } = await this.messages.call(listVerifications, {}, context);
    return verifications.map(toVerificationJson);
  }
}
