import { Controller } from '@nestjs/common';
import { followPerson, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { PersonProjection } from '../projections/person.projection.js';
import { ACCOUNT_PREFIX } from '../stream/stream-types.js';

@Controller()
export class PeopleController {
  constructor(private readonly people: PersonProjection) {}

  @Handles(followPerson)
  async follow({ userId }: RequestOf<typeof followPerson>) {
    await this.people.project(ACCOUNT_PREFIX + userId);
    return { done: true as const };
  }
}
