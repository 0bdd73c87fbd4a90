import { Controller } from '@nestjs/common';
import {
  addTrip,
  changeTrip,
  listTrips,
  removeTrip,
  requireClaimant,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { Trips } from '../workflows/trips.js';

@Controller()
export class TripsController {
  constructor(private readonly trips: Trips) {}

  @Handles(listTrips)
  async list(_request: RequestOf<typeof listTrips>, context: MessageContext) {
    return { trips: await this.trips.list(requireClaimant(context).id) };
  }

  @Handles(addTrip)
  async add(request: RequestOf<typeof addTrip>, context: MessageContext) {
    return { trip: await this.trips.add(requireClaimant(context).id, request, context) };
  }

  @Handles(changeTrip)
  async change({ tripId, ...terms }: RequestOf<typeof changeTrip>, context: MessageContext) {
    return { trip: await this.trips.changeTerms(requireClaimant(context).id, tripId, terms, context) };
  }

  @Handles(removeTrip)
  async remove({ tripId }: RequestOf<typeof removeTrip>, context: MessageContext) {
    await this.trips.remove(requireClaimant(context).id, tripId, context);
    return { done: true as const };
  }
}
