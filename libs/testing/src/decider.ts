import { expect } from '@jest/globals';

export interface Decider<Command, Event, State> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event, revision: number) => State;
  readonly decide: (command: Command, state: State, revision: number) => readonly Event[];
}

/** `scenario(decider).given([...]).when(command).then([...])`, or `.refused('CODE', 'message', details)`. */
export function scenario<Command, Event, State>(decider: Decider<Command, Event, State>) {
  return {
    given: (history: readonly Event[]) => ({
      when: (command: Command) => {
        const state = history.reduce(
          (current, event, revision) => decider.evolve(current, event, revision),
          decider.initial,
        );
        const run = () => decider.decide(command, state, history.length - 1);
        return {
          then: (events: readonly Partial<Event>[]) => expect(run()).toMatchObject(events as object[]),
          thenNothing: () => expect(run()).toEqual([]),
          refused: (code: string, message?: string | RegExp, details?: object) => {
            const refusal = catching(run);
            expect(refusal).toMatchObject({ code, ...(details && { details }) });
            if (message !== undefined) expect((refusal as Error).message).toMatch(message);
          },
        };
      },
    }),
  };
}

function catching(run: () => unknown): unknown {
  try {
    return { accepted: run() };
  } catch (error) {
    return error;
  }
}
