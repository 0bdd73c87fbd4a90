import { Inject, Injectable } from '@nestjs/common';
import {
  OutlayError,
  type addTrip,
  type ListedTrip,
  type MessageContext,
  type RequestOf,
  type TripData,
  type TripTerms,
} from '@outlay/contracts';
import type { IdSource } from '@outlay/time';
import type { AccountCommand } from '../domain/decide-account.js';
import { isSameName } from '../domain/saved-views.js';
import { IDS } from '../ports.js';
import { UserStore } from '../read-models/user.store.js';
import { AccountStream } from '../stream/account-stream.js';

/** The trips of a person are part of their account. */
@Injectable()
export class Trips {
  constructor(
    private readonly users: UserStore,
    private readonly accounts: AccountStream,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  async list(userId: string): Promise<ListedTrip[]> {
    const { trips = [] } = await this.users.get(userId);
    return trips.map(listed).sort((a, b) => b.lastDay.localeCompare(a.lastDay) || a.name.localeCompare(b.name, 'en'));
  }

  async add(userId: string, trip: RequestOf<typeof addTrip>, context: MessageContext): Promise<ListedTrip> {
    const id = this.ids.uuid();
    const trips = await this.change(userId, { id, type: 'AddTrip', trip: { tripId: id, ...trip } }, context);
    return found(trips.find(({ name }) => isSameName(name, trip.name)));
  }

  async changeTerms(userId: string, tripId: string, terms: TripTerms, context: MessageContext): Promise<ListedTrip> {
    const trips = await this.change(userId, { id: this.ids.uuid(), type: 'ChangeTrip', tripId, terms }, context);
    return found(trips.find((trip) => trip.tripId === tripId));
  }

  async remove(userId: string, tripId: string, context: MessageContext): Promise<void> {
    await this.change(userId, { id: this.ids.uuid(), type: 'RemoveTrip', tripId }, context);
  }

  private async change(userId: string, command: AccountCommand, context: MessageContext): Promise<readonly TripData[]> {
    await this.users.project(await this.accounts.execute(userId, command, context));
    return (await this.users.get(userId)).trips ?? [];
  }
}

/** Another device may have removed it since. */
function found(trip: TripData | undefined): ListedTrip {
  if (!trip) throw new OutlayError('NOT_FOUND', 'Trip not found');
  return listed(trip);
}

function listed({ tripId, ...trip }: TripData): ListedTrip {
  return { id: tripId, ...trip };
}
