/** Where the time comes from. Nothing in the product reads the system clock but through this port. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
