import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RouteReply } from '@outlay/contracts';
import { Periodic } from '@outlay/time';
import type { readyRoute } from './gateway-routes.js';
import { RateSources } from './rate-sources.js';

const INTERVAL_MS = 10_000;

/** Fetched in the background, because anybody may ask whether the product is ready. */
@Injectable()
export class RateDetails implements OnApplicationBootstrap, OnApplicationShutdown {
  latest: RouteReply<typeof readyRoute>['details']['exchange_rates'] = null;
  private readonly periodic: Periodic;

  constructor(sources: RateSources) {
    this.periodic = new Periodic(
      async () => {
        this.latest = await sources.details();
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
