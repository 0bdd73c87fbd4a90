/** Wakes the task that waits for it. A signal raised while no task waits is kept for the next wait. */
export class Signal {
  private isRaised = false;
  private wakeUp = (): void => undefined;

  raise(): void {
    this.isRaised = true;
    this.wakeUp();
  }

  /** Forgets a signal that no task has waited for yet. */
  reset(): void {
    this.isRaised = false;
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.isRaised) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isRaised = false;
  }
}
