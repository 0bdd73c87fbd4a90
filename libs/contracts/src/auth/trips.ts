import { tripMessages } from '@outlay/rules';
import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { currencyCode } from '../expenses/claim-inputs.js';
import { claimFields } from '../expenses/claim-fields.js';
import { defineOperation } from '../operation.js';
import { isoDate, personText, requiredText } from '../primitives.js';
import { messageReply } from '../replies.js';
import { defineRoute } from '../route.js';
import { snakeCased } from '../snake-case.js';

/** The number of trips of a person. */
export const TRIPS_MAX = 100;

/** A trip can be changed in these; its name stays, since its claims have it. */
const terms = { currency: z.string(), firstDay: isoDate, lastDay: isoDate };
/** The data of its event. */
export const tripData = z.object({ tripId: z.string(), name: z.string(), ...terms });
export type TripData = z.infer<typeof tripData>;
export type TripTerms = Omit<TripData, 'tripId' | 'name'>;

const listedTrip = z.object({ id: z.string(), name: z.string(), ...terms });
export type ListedTrip = z.infer<typeof listedTrip>;
const listedTripJson = snakeCased(listedTrip).register(apiSchemas, { id: 'Trip' });
export type TripJson = z.infer<typeof listedTripJson>;

/** The person's own, the latest first. */
export const listTrips = defineOperation({
  subject: 'auth.list-trips',
  work: 'one',
  readOnly: true,
  request: z.object({}),
  reply: z.object({ trips: z.array(listedTrip) }),
});

/**
 * Adds a trip. A repeat is the same trip.
 * @throws CONFLICT if another one has the name, or there are too many
 */
export const addTrip = defineOperation({
  subject: 'auth.add-trip',
  work: 'one',
  request: z.object({ name: personText(claimFields.trip.max, 'one'), ...terms }),
  reply: z.object({ trip: listedTrip }),
});

/** @throws NOT_FOUND if the person has no such trip */
export const changeTrip = defineOperation({
  subject: 'auth.change-trip',
  work: 'one',
  request: z.object({ tripId: z.string(), ...terms }),
  reply: z.object({ trip: listedTrip }),
});

/** @throws NOT_FOUND if the person has no such trip */
export const removeTrip = defineOperation({
  subject: 'auth.remove-trip',
  work: 'one',
  request: z.object({ tripId: z.string() }),
  reply: z.object({ done: z.literal(true) }),
});

const sentTerms = { currency: currencyCode(tripMessages.currencyRequired), first_day: isoDate, last_day: isoDate };

export const listTripsRoute = defineRoute({
  method: 'GET',
  path: '/api/trips',
  summary: "The caller's trips, the latest first.",
  reply: z.array(listedTripJson),
});

export const addTripRoute = defineRoute({
  method: 'POST',
  path: '/api/trips',
  summary: 'Adds a trip: the name that its claims have, its usual currency, and its first and last day.',
  status: 201,
  body: z.object({ name: requiredText(claimFields.trip.max, tripMessages.nameRequired, 'one'), ...sentTerms }),
  errors: ['CONFLICT'],
  reply: listedTripJson,
});

export const changeTripRoute = defineRoute({
  method: 'PUT',
  path: '/api/trips/{id}',
  summary: "Changes the currency and the days of a trip of the caller's.",
  body: z.object(sentTerms),
  errors: ['NOT_FOUND'],
  reply: listedTripJson,
});

export const removeTripRoute = defineRoute({
  method: 'DELETE',
  path: '/api/trips/{id}',
  summary: "Removes a trip of the caller's. Its claims keep its name.",
  errors: ['NOT_FOUND'],
  reply: messageReply,
});
