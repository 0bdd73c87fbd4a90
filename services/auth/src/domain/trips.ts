import { isDeepStrictEqual } from 'node:util';
import { OutlayError, TRIPS_MAX, type AccountEvent, type TripData, type TripTerms } from '@outlay/contracts';
import { tripMessages } from '@outlay/rules';
import { isSameName } from './saved-views.js';

/** A repeat changes nothing. @throws INVALID_INPUT, CONFLICT */
export function addedTrip(trips: readonly TripData[], trip: TripData): AccountEvent[] {
  requireDays(trip);
  const namesake = trips.find(({ name }) => isSameName(name, trip.name));
  if (namesake && isDeepStrictEqual({ ...namesake, tripId: trip.tripId }, trip)) return [];
  if (namesake) {
    throw new OutlayError('CONFLICT', `You already have a trip named “${namesake.name}”. Please choose another name.`);
  }
  if (trips.length >= TRIPS_MAX) {
    throw new OutlayError('CONFLICT', `You have ${TRIPS_MAX} trips, which is the limit. Please remove one first.`);
  }
  return [{ type: 'TripSaved', data: trip }];
}

/** @throws INVALID_INPUT, NOT_FOUND */
export function changedTrip(trips: readonly TripData[], tripId: string, terms: TripTerms): AccountEvent[] {
  requireDays(terms);
  const { name } = requireTrip(trips, tripId);
  const data = { tripId, name, ...terms };
  return mayBeSaved(trips, data) ? [{ type: 'TripSaved', data }] : [];
}

/** The claims of the trip keep its name. @throws NOT_FOUND */
export function removedTrip(trips: readonly TripData[], tripId: string): AccountEvent[] {
  const { name } = requireTrip(trips, tripId);
  return [{ type: 'TripRemoved', data: { tripId, name } }];
}

/** Whether it changes a trip under its name, or is a further one with a free name and within the limit. */
export function mayBeSaved(trips: readonly TripData[], trip: TripData): boolean {
  if (trip.lastDay < trip.firstDay) return false;
  const known = trips.find(({ tripId }) => tripId === trip.tripId);
  if (known) return known.name === trip.name && !isDeepStrictEqual(known, trip);
  return trips.length < TRIPS_MAX && !trips.some(({ name }) => isSameName(name, trip.name));
}

function requireTrip(trips: readonly TripData[], tripId: string): TripData {
  const trip = trips.find((each) => each.tripId === tripId);
  if (!trip) throw new OutlayError('NOT_FOUND', 'Trip not found');
  return trip;
}

function requireDays({ firstDay, lastDay }: TripTerms): void {
  if (lastDay >= firstDay) return;
  const message = tripMessages.reversed;
  throw new OutlayError('INVALID_INPUT', message, [{ field: 'lastDay', message }]);
}
