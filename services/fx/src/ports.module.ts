import { Module, type DynamicModule } from '@nestjs/common';
import { CLOCK, DOCUMENTS, QUERY_DEADLINE_MS, RATE_URLS, type FxPorts } from './ports.js';

/** The ports of the service. */
@Module({})
export class PortsModule {
  static with({ documents, clock, rateUrls, queryDeadlineMs = 2000 }: FxPorts): DynamicModule {
    const providers = [
      { provide: DOCUMENTS, useValue: documents },
      { provide: CLOCK, useValue: clock },
      { provide: RATE_URLS, useValue: rateUrls },
      { provide: QUERY_DEADLINE_MS, useValue: queryDeadlineMs },
    ];
    return { module: PortsModule, global: true, providers, exports: providers };
  }
}
