import { OutlayError } from '@outlay/contracts';
import fc from 'fast-check';
import type { DomainEvent, StoredEvent, StreamType } from '../stream-type.js';

interface Candidates<State, Command, Event extends DomainEvent> {
  /** Every kind of command, with what can be asked for in the state; each makes its events as its actor. */
  readonly commands: (
    state: State,
    revision: number,
  ) => readonly { readonly command: Command; readonly actor?: StoredEvent<Event>['actor'] }[];
  /** Gives an event the data that fit the state as far as any can, so that it is refused for its type. */
  readonly fit?: (event: Event, state: State, revision: number) => Event;
}

interface Step<State, Event extends DomainEvent> {
  readonly before: State;
  readonly revision: number;
  readonly state: State;
  /** The events of the same command, up to this one. */
  readonly batch: readonly Event[];
  readonly isLast: boolean;
}

const SYSTEM = { id: 'boss', email: 'boss@example.org', role: 'super_admin' };

/**
 * Histories from the decider: each of their events is accepted, and in every state of them no event that the decider would
 * not make there. All types of events occur, so that a new one fails the test until it is decided and allowed.
 */
export function allowsOnlyWhatIsDecided<State, Command, Event extends DomainEvent>(
  type: StreamType<State, Command, Event>,
  { commands, fit = (event) => event }: Candidates<State, Command, Event>,
): void {
  const decided = (command: Command, state: State, revision: number): readonly Event[] => {
    try {
      return type.decide(command, state, revision);
    } catch (error) {
      expect(error).toBeInstanceOf(OutlayError);
      return [];
    }
  };
  const stored = (event: Event, revision: number, actor = SYSTEM): StoredEvent<Event> => ({
    ...event,
    id: `event-${revision}`,
    revision,
    at: new Date(Date.parse('2026-06-15T10:00:00.000Z') + revision * 1000).toISOString(),
    actor,
  });
  /** Each event of a history, after it has been accepted. */
  function* steps(picks: readonly number[]): Generator<Step<State, Event>> {
    let state = type.initial;
    let revision = -1;
    for (const pick of picks) {
      const choices = commands(state, revision);
      const choice = choices[pick % choices.length];
      if (!choice) continue;
      const before = { before: state, revision };
      const events = decided(choice.command, state, revision);
      for (const [index, event] of events.entries()) {
        revision += 1;
        const next = stored(event, revision, choice.actor);
        if (!type.allows(state, next)) throw new Error(`${event.type} was decided, but is not allowed`);
        state = type.evolve(state, next);
        yield { ...before, state, batch: events.slice(0, index + 1), isLast: index === events.length - 1 };
      }
    }
  }
  /** The first events that commands make in a state. */
  const firsts = (state: State, revision: number): readonly string[] =>
    commands(state, revision).flatMap(({ command }) => decided(command, state, revision)[0]?.type ?? []);
  /** The events that continue a command. */
  const followers = ({ before, revision, batch }: Step<State, Event>): readonly string[] =>
    commands(before, revision).flatMap(({ command }) => {
      const events = decided(command, before, revision);
      return batch.every((event, index) => events[index]?.type === event.type)
        ? (events[batch.length]?.type ?? [])
        : [];
    });

  const histories = fc.array(fc.noBias(fc.nat({ max: 9_999 })), { maxLength: 25, size: 'max' });
  const pool = new Map<string, Event>();
  for (const picks of fc.sample(histories, { numRuns: 300, seed: 7 }))
    for (const { batch } of steps(picks)) for (const event of batch) pool.set(JSON.stringify(event), event);
  const types = Object.keys(type.schemas);

  it(`events of each type are decided: ${types.join(', ')}`, () => {
    expect([...new Set([...pool.values()].map((event) => event.type))].sort()).toEqual(types.sort());
  });

  it('each event that is decided is allowed, and a command leaves nothing unfinished', () => {
    fc.assert(
      fc.property(histories, (picks) => {
        for (const { state, isLast } of steps(picks)) if (isLast) expect(type.isWhole?.(state) ?? true).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('no event is allowed that would not be decided, whatever comes before it', () => {
    const byType = new Map(types.map((name) => [name, [...pool.values()].filter((event) => event.type === name)]));
    fc.assert(
      fc.property(histories, fc.nat(), (picks, seed) => {
        const refuse = (state: State, revision: number, mayFollow: readonly string[]) => {
          for (const [name, events] of byType) {
            if (mayFollow.includes(name)) continue;
            const event = events[seed % events.length];
            if (!event) continue;
            for (const actor of [SYSTEM, { ...SYSTEM, id: 'other' }]) {
              const inserted = stored(fit(event, state, revision), revision, actor);
              if (type.allows(state, inserted)) throw new Error(`${name} is allowed, but is not decided there`);
            }
          }
        };
        refuse(type.initial, 0, firsts(type.initial, -1));
        let revision = -1;
        for (const step of steps(picks)) {
          revision += 1;
          const { state } = step;
          const isWhole = type.isWhole?.(state) ?? true;
          // A command may stop after this event: the state looks like one that no command leaves.
          if (isWhole && !step.isLast) continue;
          refuse(state, revision + 1, [...followers(step), ...(isWhole ? firsts(state, revision) : [])]);
        }
      }),
      { numRuns: 100 },
    );
  });
}
