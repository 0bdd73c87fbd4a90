import { Controller } from '@nestjs/common';
import {
  addTrip,
  addTripRoute,
  changeTrip,
  changeTripRoute,
  listTrips,
  listTripsRoute,
  removeTrip,
  removeTripRoute,
  toSnakeCase,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

@Controller()
export class TripsController {
  constructor(private readonly messages: MessageClient) {}

  @Route(listTripsRoute)
  async list(@Input() { context }: Call<typeof listTripsRoute>) {
    return toSnakeCase((await this.messages.call(listTrips, {}, context)).trips);
  }

  @Route(addTripRoute)
  async add(@Input() { body, context }: Call<typeof addTripRoute>) {
    const { name, currency, first_day: firstDay, last_day: lastDay } = body;
    return toSnakeCase((await this.messages.call(addTrip, { name, currency, firstDay, lastDay }, context)).trip);
  }

  @Route(changeTripRoute)
  async change(@Input() { params, body, context }: Call<typeof changeTripRoute>) {
    const { currency, first_day: firstDay, last_day: lastDay } = body;
    const changed = { tripId: params.id, currency, firstDay, lastDay };
    return toSnakeCase((await this.messages.call(changeTrip, changed, context)).trip);
  }

  @Route(removeTripRoute)
  async remove(@Input() { params, context }: Call<typeof removeTripRoute>) {
    await this.messages.call(removeTrip, { tripId: params.id }, context);
    return { message: 'Trip removed' };
  }
}
