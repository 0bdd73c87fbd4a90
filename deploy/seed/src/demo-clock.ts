import { systemClock, type Clock } from '@outlay/time';

/** A clock that runs like the system clock, behind it by a settable time. */
export class DemoClock implements Clock {
  private behindMs = 0;

  constructor(private readonly system: Clock = systemClock) {}

  now(): Date {
    return new Date(this.system.now().getTime() - this.behindMs);
  }

  /** Moves the clock to the past, before anything has happened. */
  startAt(instant: Date): void {
    this.behindMs = Math.max(0, this.system.now().getTime() - instant.getTime());
  }

  /** Moves the clock to a later time, never back, so that each event is later than the one before. */
  forwardTo(instant: Date): void {
    if (instant > this.now()) this.startAt(instant);
  }

  /** Moves the clock to the present. */
  catchUp(): void {
    this.behindMs = 0;
  }
}
