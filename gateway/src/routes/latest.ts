import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Periodic } from '@outlay/time';

const INTERVAL_MS = 10_000;

/** Fetched in the background, because anybody may ask whether the product is ready. Null if it cannot be fetched. */
export abstract class Latest<Detail> implements OnApplicationBootstrap, OnApplicationShutdown {
  latest: Detail | null = null;
  private readonly periodic: Periodic;

  constructor(fetch: () => Promise<Detail>) {
    this.periodic = new Periodic(
      async () => {
        this.latest = await fetch();
      },
      INTERVAL_MS,
      () => {
        this.latest = null;
      },
    );
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
    void this.periodic.run();
  }

  onApplicationShutdown(): Promise<void> {
    return this.periodic.stop();
  }
}
