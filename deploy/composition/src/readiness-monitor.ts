import { Periodic, withDeadline } from '@outlay/time';

export type PartStates = Readonly<Record<string, boolean>>;
/** The states come from memory: however many probes arrive, they cost no store anything. */
export type Readiness = () => PartStates;

/** The times are in milliseconds. */
const TIMING = {
  interval: 2_000,
  /** Each check has a shorter limit of its own, so only one that hangs reaches this deadline. */
  deadline: 5_000,
};

/** Checks in the background what a process depends on; some stores can only be checked by a write. */
export class ReadinessMonitor {
  private states: PartStates = { started: false };
  private readonly periodic: Periodic;

  constructor(check: () => Promise<PartStates>, timing = TIMING) {
    this.periodic = new Periodic(
      async () => {
        this.states = await withDeadline(check(), timing.deadline, 'Checking what the process depends on');
      },
      timing.interval,
      () => {
        this.states = Object.fromEntries(Object.keys(this.states).map((part) => [part, false]));
      },
    );
  }

  /** Resolves after the first check. */
  async start(): Promise<void> {
    this.periodic.start();
    await this.periodic.run();
  }

  latest(): PartStates {
    return this.states;
  }

  stop(): Promise<void> {
    return this.periodic.stop();
  }
}
