interface Waiting {
  readonly start: () => void;
}

/** Runs a few tasks at once. A person has few of these places, one by default, and those who wait take turns. */
export class FairQueue {
  /** The waiting tasks of each person; the persons are in the order of their turns. */
  private readonly waiting = new Map<string, Waiting[]>();
  /** How many places each person has. */
  private readonly running = new Map<string, number>();
  private free: number;

  constructor(
    places: number,
    private readonly placesOfPerson = 1,
  ) {
    this.free = places;
  }

  /**
   * Runs the task in its turn, or drops it if `gone` is aborted first. `gone` is asked for only by a task that waits.
   * @throws the reason of `gone`
   */
  async run<Result>(person: string, gone: () => AbortSignal, task: () => Promise<Result>): Promise<Result> {
    if (!this.take(person)) await this.turnOf(person, gone());
    try {
      return await task();
    } finally {
      this.leave(person);
      this.moveBehind(person);
      this.startNext();
    }
  }

  /** Passes nobody over: those who wait while a place is free have all of their own. */
  private take(person: string): boolean {
    const own = this.running.get(person) ?? 0;
    if (this.free === 0 || own >= this.placesOfPerson) return false;
    this.running.set(person, own + 1);
    this.free -= 1;
    return true;
  }

  private turnOf(person: string, gone: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      gone.throwIfAborted();
      const one: Waiting = {
        start: () => {
          gone.removeEventListener('abort', drop);
          resolve();
        },
      };
      const drop = () => {
        this.remove(person, one);
        reject(gone.reason as Error);
      };
      gone.addEventListener('abort', drop, { once: true });
      const own = this.waiting.get(person);
      if (own) own.push(one);
      else this.waiting.set(person, [one]);
    });
  }

  private remove(person: string, one: Waiting): void {
    const others = this.waiting.get(person)?.filter((each) => each !== one) ?? [];
    if (others.length > 0) this.waiting.set(person, others);
    else this.waiting.delete(person);
  }

  private moveBehind(person: string): void {
    const own = this.waiting.get(person);
    if (!own) return;
    this.waiting.delete(person);
    this.waiting.set(person, own);
  }

  private startNext(): void {
    for (const [person, [next]] of this.waiting) {
      if (this.free === 0) return;
      if (!next || !this.take(person)) continue;
      this.remove(person, next);
      next.start();
    }
  }

  private leave(person: string): void {
    const others = (this.running.get(person) ?? 1) - 1;
    if (others > 0) this.running.set(person, others);
    else this.running.delete(person);
    this.free += 1;
  }
}
